import { parse, SyntaxError } from './grammar/filter-parser.js';
import { isLongerThan, LIMITS } from './limits.js';
import { fewRepairs } from './repair.js';
import { failure, success, type QueryResult } from './result.js';
import { syntaxFault } from './syntax-fault.js';
import { type FilterNode } from './tree.js';

type ParserLimit = 'depth' | 'clauses';

/** Leaves the parser as soon as a limit is passed, so that what lies beyond costs nothing. */
class LimitExceeded extends Error {
  constructor(readonly limit: ParserLimit) {
    super(limit);
  }
}

export const LIMIT_REASONS = {
  length: `a filter has at most ${LIMITS.filterLength} characters`,
  depth: `parentheses and NOT may nest ${LIMITS.depth} levels deep`,
  clauses: `the filters of a request may hold ${LIMITS.clauses} clauses; each value of a list is one`,
  words: `the values of text fields in all filters of a request may hold ${LIMITS.allWords} words together`,
} as const;

/**
 * Reads one filter as far as its form goes; what it means is for `checkFilter` to say.
 *
 * @param repair one for all filters of a request
 */
export function parseFilter(text: string, repair = fewRepairs()): QueryResult<FilterNode> {
  if (isLongerThan(LIMITS.filterLength, text)) return failure({ value: text, reason: LIMIT_REASONS.length });
  try {
    return success(parse(text, { maxDepth: LIMITS.depth, maxClauses: LIMITS.clauses, exceeded }));
  } catch (error) {
    if (error instanceof LimitExceeded) return failure({ value: text, reason: LIMIT_REASONS[error.limit] });
    if (error instanceof SyntaxError) return failure(syntaxFault(text, error, repair));
    throw error;
  }
}

function exceeded(limit: ParserLimit): never {
  throw new LimitExceeded(limit);
}
