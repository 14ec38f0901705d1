import { type Filter } from '../query/filter-types.js';
import { type QueryClause } from './clauses.js';
import { compileAnd } from './operators/and.js';
import { compileEquals } from './operators/equals.js';
import { compileNot } from './operators/not.js';
import { compileOr } from './operators/or.js';
import { compilePrefix } from './operators/prefix.js';
import { compilePresence } from './operators/presence.js';
import { compileRange } from './operators/range.js';
import { compileWords } from './operators/words.js';

/** The Elasticsearch clause of a checked filter, for filter context. */
export function compileFilter(filter: Filter): QueryClause {
  switch (filter.type) {
    case 'and':
      return compileAnd(filter, compileFilter);
    case 'or':
      return compileOr(filter, compileFilter);
    case 'not':
      return compileNot(filter, compileFilter);
    case 'equals':
      return compileEquals(filter);
    case 'words':
      return compileWords(filter);
    case 'prefix':
      return compilePrefix(filter);
    case 'range':
      return compileRange(filter);
    case 'presence':
      return compilePresence(filter);
  }
}
