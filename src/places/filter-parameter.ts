import { LRUCache } from 'lru-cache';
import { type ParseResult, texts } from '../http/request/parameter.js';
import { type Filter } from './query/filter.js';
import { FIELD_LIST, FIELDS } from './query/fields.js';
import { parseFilters } from './query/filters.js';
import { LIMITS } from './query/limits.js';
import { toReading } from './query-faults.js';

const names = FIELDS.filter((field) => field.filterable).map(
  ({ name, kind, example }) => `| \`${name}\` | ${kind} | \`${example.replaceAll('|', '\\|')}\` |`,
);

/** The filters of place search and type-ahead (interface section 4.3; design, section 5, "Filter language"). */
export const filters = texts(
  {
    description:
      'A filter, `field:value`. A value with spaces is quoted: `address.city:"São Paulo"`. Filters are joined by `AND`, ' +
      '`OR`, `NOT` (or `-`) and parentheses; `[4 TO *]` is a range, `merc*` a prefix, `(a OR b)` a choice, `[* TO *]` ' +
      `means that the field is there. Several \`fq\` all hold. ${LIMITS.clauses} clauses and a depth of ${LIMITS.depth} ` +
      `are the most over all of them.\n\nThe fields, as \`${FIELD_LIST}\` lists them with their other spellings:\n\n` +
      `| field | type | example |\n| --- | --- | --- |\n${names.join('\n')}`,
    schema: { type: 'array', items: { type: 'string', maxLength: LIMITS.filterLength } },
  },
  [],
  read,
);

/** Readings of filters by their texts: apps ask with the same few filters all the time, and a reading is never changed. */
const readings = new LRUCache<string, ParseResult<readonly Filter[]>>({
  maxSize: 4_000_000,
  // A tree takes some ten times its text.
  sizeCalculation: (_, key) => 500 + 20 * key.length,
});

function read(values: readonly string[]): ParseResult<readonly Filter[]> {
  const key = JSON.stringify(values);
  const known = readings.get(key);
  if (known) return known;
  const reading = toReading(parseFilters(values));
  // What is faulty is rarely sent again.
  if (reading.ok) readings.set(key, reading);
  return reading;
}
