import { checkFilter, limitedSuggestions } from './check-filter.js';
import { type Filter } from './filter-types.js';
import { LIMITS } from './limits.js';
import { LIMIT_REASONS, parseFilter } from './parse-filter.js';
import { limitedRepairSuggestions } from './repair.js';
import { failure, success, type QueryFault, type QueryResult } from './result.js';
import { countWords } from './text/words.js';
import { type FilterNode, type ValueNode } from './filter-tree.js';

/** Texts that match every place. `*:*` is Lucene's way to write it. */
const MATCH_ALL = ['', '*:*'];

/**
 * Parses and checks all `fq` of a request; a place must match all of them. Returns the filters, or the faults of all.
 * Clauses and words are limited over all filters together.
 */
export function parseFilters(texts: readonly string[]): QueryResult<readonly Filter[]> {
  const filters: Filter[] = [];
  const faults: QueryFault[] = [];
  const [suggestName, repair] = [limitedSuggestions(), limitedRepairSuggestions()];
  let [clauses, words] = [0, 0];
  for (const text of texts) {
    if (MATCH_ALL.includes(text.trim())) continue;
    const parsed = parseFilter(text, repair);
    // A filter with a syntax error counts as one clause.
    clauses += parsed.ok ? countClauses(parsed.value) : 1;
    if (clauses > LIMITS.clauses) return failure(...faults, { value: text, reason: LIMIT_REASONS.clauses });
    const checked = parsed.ok ? checkFilter(text, parsed.value, suggestName) : parsed;
    if (checked.ok) filters.push(checked.value);
    else faults.push(...checked.faults);
    words += checked.ok ? countFilterWords(checked.value) : 0;
    if (words > LIMITS.wordsPerRequest) return failure(...faults, { value: text, reason: LIMIT_REASONS.words });
  }
  return faults.length > 0 ? failure(...faults) : success(filters);
}

function countClauses(node: FilterNode): number {
  switch (node.type) {
    case 'and':
    case 'or':
      return node.children.reduce((sum, child) => sum + countClauses(child), 0);
    case 'not':
      return countClauses(node.child);
    case 'clause':
      return countValues(node.value);
  }
}

/** Counts the words in values of text fields, each of which costs Elasticsearch a clause. */
function countFilterWords(filter: Filter): number {
  switch (filter.type) {
    case 'and':
    case 'or':
      return filter.filters.reduce((sum, part) => sum + countFilterWords(part), 0);
    case 'not':
      return countFilterWords(filter.filter);
    case 'words':
    case 'prefix':
      return filter.field.kind === 'text' ? countWords(filter.text) : 0;
    default:
      return 0;
  }
}

function countValues(value: ValueNode): number {
  return value.type === 'list' ? value.values.reduce((sum, item) => sum + countValues(item), 0) : 1;
}
