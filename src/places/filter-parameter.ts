import { LRUCache } from 'lru-cache';
import { type ParseResult, texts } from '../http/request/parameter.js';
import { type Filter } from './query/filter-types.js';
import { FIELD_CATALOGUE_PATH, FIELDS } from './query/fields.js';
import { parseFilters } from './query/parse-filters.js';
import { LIMITS } from './query/limits.js';
import { toParseResult } from './query-faults.js';

const names = FIELDS.filter((field) => field.filterable).map(
  ({ name, kind, example }) => `| \`${name}\` | ${kind} | \`${example.replaceAll('|', '\\|')}\` |`,
);

/** The parameter `fq` of place search and type-ahead (docs/query-language.md). */
export const filtersParameter = texts(
  {
    description:
      'A filter, `field:value`. Quote values with spaces: `address.city:"São Paulo"`. Combine filters with `AND`, `OR`, ' +
      '`NOT` (or `-`) and parentheses. `[4 TO *]` is a range, `merc*` a prefix, `(a OR b)` a choice, `[* TO *]` any value. ' +
      `A place must match every \`fq\`. All \`fq\` together have at most ${LIMITS.clauses} clauses; one \`fq\` nests at ` +
      `most ${LIMITS.depth} levels.\n\nThe fields (\`${FIELD_CATALOGUE_PATH}\` lists their aliases too):\n\n` +
      `| field | type | example |\n| --- | --- | --- |\n${names.join('\n')}`,
    schema: { type: 'array', items: { type: 'string', maxLength: LIMITS.filterLength } },
  },
  [],
  read,
);

/** Parsed filters by their texts, because apps send the same few filters all the time. Parsed filters are immutable. */
const parsedFilters = new LRUCache<string, ParseResult<readonly Filter[]>>({
  maxSize: 4_000_000,
  // A parsed tree takes about ten times the memory of its text.
  sizeCalculation: (_, key) => 500 + 20 * key.length,
});

function read(values: readonly string[]): ParseResult<readonly Filter[]> {
  const key = JSON.stringify(values);
  const cached = parsedFilters.get(key);
  if (cached) return cached;
  const result = toParseResult(parseFilters(values));
  // Invalid filters are rarely sent again.
  if (result.ok) parsedFilters.set(key, result);
  return result;
}
