import { texts } from '../http/parameter.js';
import { FIELD_LIST, FIELDS } from './query/fields.js';
import { parseFilters } from './query/filters.js';
import { LIMITS } from './query/limits.js';
import { toReading } from './query.faults.js';

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
  (values) => toReading(parseFilters(values)),
);
