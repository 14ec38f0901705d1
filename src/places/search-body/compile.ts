import { type QueryClause } from './clauses.js';
import { type Filter } from '../query/filter.js';
import { compileAnd } from '../query/operators/and.js';
import { compileEquals } from '../query/operators/equals.js';
import { compileNot } from '../query/operators/not.js';
import { compileOr } from '../query/operators/or.js';
import { compilePrefix } from '../query/operators/prefix.js';
import { compilePresence } from '../query/operators/presence.js';
import { compileRange } from '../query/operators/range.js';
import { compileWords } from '../query/operators/words.js';

/** The Elasticsearch clause of a checked filter, to stand in filter context. */
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
