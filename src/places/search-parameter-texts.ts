import { type ParameterDescription } from '../http/request/parameter.js';
import { FACETABLE } from './query/facets.js';
import { LIMITS } from './query/limits.js';
import { SORTABLE } from './query/sort.js';

/** What callers are told of the parameters of place search. */
export const aboutTerm: ParameterDescription = {
  description:
    'The search term. All words must match somewhere: in the name first, then categories, subcategories and the ' +
    'address. Case, accents and small typing errors do not matter. `q=field:value` is that filter. Absent: everything.',
  schema: { type: 'string', maxLength: LIMITS.termLength },
};

export const aboutSort: ParameterDescription = {
  description:
    'The order: keys separated by commas, each with an optional `asc` or `desc`. `relevance` is best first, `distance` ' +
    'nearest first (it needs a centre), all others ascending. Places without the value come last. The id decides ties.',
  schema: {
    type: 'array',
    items: { type: 'string', enum: SORTABLE.flatMap((name) => [name, `${name} asc`, `${name} desc`]) },
    default: ['relevance'],
  },
};

export const aboutCursorMark: ParameterDescription = {
  description:
    '`*` begins a walk over the whole result, to any depth; `header.nextCursorMark` of each page goes on. The walk reads ' +
    'one state of the directory: nothing repeats and nothing is missed. `start` is absent or 0.',
  schema: { type: 'string' },
};

export const aboutFacets: ParameterDescription = {
  description: 'A field whose values are to be counted over all places found, the most frequent first.',
  schema: { type: 'array', items: { type: 'string', enum: FACETABLE } },
};
