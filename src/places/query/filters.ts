import { checkFilter, fewSuggestions } from './check.js';
import { type Filter } from './filter.js';
import { LIMITS } from './limits.js';
import { LIMIT_REASONS, parseFilter } from './parse.js';
import { fewRepairs } from './repair.js';
import { failure, success, type QueryFault, type QueryResult } from './result.js';
import { type FilterNode, type ValueNode } from './tree.js';
import { countWords } from './words.js';

/** No filter; and what users of other search services write for it. */
const everything = ['', '*:*'];

/**
 * Reads all `fq` of a request: every one must hold. An empty one is absent, and one that every place passes. The limits count over all of them, and
 * all faults of all of them come at once (design sections 5 and 9).
 */
export function parseFilters(texts: readonly string[]): QueryResult<readonly Filter[]> {
  const given = texts.filter((text) => !everything.includes(text.trim()));
  const filters: Filter[] = [];
  const faults: QueryFault[] = [];
  const [suggest, repair] = [fewSuggestions(), fewRepairs()];
  let [clauses, words] = [0, 0];
  for (const text of given) {
    const parsed = parseFilter(text, repair);
    // A filter that cannot be read was to hold a clause at least.
    clauses += parsed.ok ? countClauses(parsed.value) : 1;
    if (clauses > LIMITS.clauses) {
      return failure(...faults, { value: text, reason: LIMIT_REASONS.clauses });
    }
    const checked = parsed.ok ? checkFilter(text, parsed.value, suggest) : parsed;
    if (checked.ok) filters.push(checked.value);
    else faults.push(...checked.faults);
    words += checked.ok ? countFilterWords(checked.value) : 0;
    if (words > LIMITS.allWords) return failure(...faults, { value: text, reason: LIMIT_REASONS.words });
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

/** Each word of a text field costs the engine a clause. */
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
