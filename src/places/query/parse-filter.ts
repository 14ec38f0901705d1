// Generated from grammar/filter.peggy by `npm run generate`.
import { parse, SyntaxError } from './grammar/filter-parser.js';
import { isLongerThan, LIMITS } from './limits.js';
import { limitedRepairSuggestions } from './repair.js';
import { failure, success, type QueryResult } from './result.js';
import { syntaxFault } from './syntax-fault.js';
import { type FilterNode } from './filter-tree.js';

type ParserLimit = 'depth' | 'clauses';

/** Thrown by the parser at the limit, so that it does not read the rest of the text. */
class LimitExceeded extends Error {
  constructor(readonly limit: ParserLimit) {
    super(limit);
  }
}

export const LIMIT_REASONS = {
  length: `a filter has at most ${LIMITS.filterLength} characters`,
  depth: `parentheses and NOT nest at most ${LIMITS.depth} levels deep`,
  clauses: `the filters of a request have at most ${LIMITS.clauses} clauses; each value of a list is one`,
  words: `the values of text fields in all filters of a request have at most ${LIMITS.wordsPerRequest} words together`,
} as const;

/**
 * Parses one filter. `checkFilter` checks its fields and values.
 *
 * @param suggestRepair shared by all filters of a request
 */
export function parseFilter(text: string, suggestRepair = limitedRepairSuggestions()): QueryResult<FilterNode> {
  if (isLongerThan(LIMITS.filterLength, text)) return failure({ value: text, reason: LIMIT_REASONS.length });
  try {
    return success(parse(text, { maxDepth: LIMITS.depth, maxClauses: LIMITS.clauses, exceeded }));
  } catch (error) {
    if (error instanceof LimitExceeded) return failure({ value: text, reason: LIMIT_REASONS[error.limit] });
    if (error instanceof SyntaxError) return failure(syntaxFault(text, error, suggestRepair));
    throw error;
  }
}

function exceeded(limit: ParserLimit): never {
  throw new LimitExceeded(limit);
}
