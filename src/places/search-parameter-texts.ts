import { type ParameterDescription } from '../http/request/parameter.js';
import { FACETABLE, MAX_FACETS } from './query/facets.js';
import { LIMITS } from './query/limits.js';
import { SORTABLE } from './query/sort.js';

/** The OpenAPI texts of the parameters of place search. */
export const termDocumentation: ParameterDescription = {
  description:
    'The search term. Every word must match the name, a category, a subcategory or the address; the name counts most. ' +
    'Case and accents do not matter; inflections and synonyms count. If no place has all words, typing errors are ' +
    'corrected, and then words are left out ' +
    '(`match`). `q=field:value` is the same as that `fq`. Default: all places.',
  schema: { type: 'string', maxLength: LIMITS.termLength },
};

export const matchDescription =
  'What to do if no place has all words of `q`: `exact` finds nothing, and ignores inflections and synonyms; ' +
  '`corrected` allows typing errors, ' +
  '`relaxed` allows typing errors and then leaves out words. `header.match` says what was done. Filters and location ' +
  'always apply.';

export const whereDescription =
  'Whether words of `q` may name a city or district of the data: `coffee near providence`, `pizza in newport`, `farmácia moema`. ' +
  '`header.where` says how they were understood. `off`, and `match=exact`, take them for words.';

export const sortDocumentation: ParameterDescription = {
  description:
    `At most ${LIMITS.sortKeys} sort keys, repeated or separated by commas, each with an optional \`asc\` or \`desc\`. Default directions: \`relevance\` best first, ` +
    '`distance` nearest first (it needs a centre), all others ascending. Places without a value come last. Ties are ' +
    'sorted by `id`.',
  schema: {
    type: 'array',
    maxItems: LIMITS.sortKeys,
    items: { type: 'string', enum: SORTABLE.flatMap((name) => [name, `${name} asc`, `${name} desc`]) },
    default: ['relevance'],
  },
};

export const cursorMarkDocumentation: ParameterDescription = {
  description:
    'Reads a result of any size page by page. Start with `*`, then send the `header.nextCursorMark` of each page. All ' +
    'pages show one state of the data, so no place is repeated or missed. Do not send `start`, or send 0.',
  schema: { type: 'string' },
};

export const facetsDocumentation: ParameterDescription = {
  description:
    `Fields whose values are counted over all places found, the most frequent first: repeated or separated by commas. At ` +
    `most ${MAX_FACETS} fields, each once, under any of its names.`,
  schema: { type: 'array', uniqueItems: true, items: { type: 'string', enum: FACETABLE } },
};
