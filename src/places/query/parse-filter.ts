import { checkFilter, limitedSuggestions, type Filter, type FilterNode, type ValueNode } from './filter.js';
import { LIMITS, failure, success, type QueryFault, type QueryResult, isLongerThan } from './parsing.js';
import { countWords } from '../words/words.js';
// Generated from grammar/filter.peggy by `npm run generate`.
import { parse, SyntaxError, type Expectation } from './grammar/filter-parser.js';

/** Filters that match every place. `*:*` is Lucene's way to write it. */
export const MATCH_ALL_FILTERS = ['', '*:*'];

/**
 * Parses and checks all `fq` of a request; a place must match all of them. Returns the filters, or the faults of all.
 * Clauses and words are limited over all filters together.
 */
export function parseFilters(texts: readonly string[]): QueryResult<readonly Filter[]> {
  const filters: Filter[] = [];
  const faults: QueryFault[] = [];
  const suggestName = limitedSuggestions();
  let [clauses, words] = [0, 0];
  for (const text of texts) {
    if (MATCH_ALL_FILTERS.includes(text.trim())) continue;
    const parsed = parseFilter(text);
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

type ParserLimit = 'depth' | 'clauses';

/** Thrown by the parser at the limit, so that it does not read the rest of the text. */
class LimitExceeded extends Error {
  constructor(readonly limit: ParserLimit) {
    super(limit);
  }
}

const LIMIT_REASONS = {
  length: `a filter has at most ${LIMITS.filterLength} characters`,
  depth: `parentheses and NOT nest at most ${LIMITS.depth} levels deep`,
  clauses: `the filters of a request have at most ${LIMITS.clauses} clauses; each value of a list is one`,
  words: `the values of text fields in all filters of a request have at most ${LIMITS.wordsPerRequest} words together`,
} as const;

/** Parses one filter. `checkFilter` checks its fields and values. */
export function parseFilter(text: string): QueryResult<FilterNode> {
  if (isLongerThan(LIMITS.filterLength, text)) return failure({ value: text, reason: LIMIT_REASONS.length });
  try {
    return success(parseTree(text));
  } catch (error) {
    if (error instanceof LimitExceeded) return failure({ value: text, reason: LIMIT_REASONS[error.limit] });
    if (error instanceof SyntaxError) return failure(syntaxFault(text, error));
    throw error;
  }
}

/** @throws SyntaxError, LimitExceeded */
function parseTree(text: string): FilterNode {
  return parse(text, { maxDepth: LIMITS.depth, maxClauses: LIMITS.clauses, exceeded });
}

function exceeded(limit: ParserLimit): never {
  throw new LimitExceeded(limit);
}

const END = 'the end of the filter';

/** The length of the excerpt that an error shows of a long filter, in characters around the fault. */
const EXCERPT_LENGTH = 100;

/** The part of the parser's `SyntaxError` that is read here. */
interface SyntaxFailure {
  readonly expected: readonly Expectation[];
  readonly location: { readonly start: { readonly offset: number } };
}

/** A fault whose reason is `expected X, found Y`, the filter, and a caret under the column. */
function syntaxFault(text: string, { expected, location }: SyntaxFailure): QueryFault {
  const { offset } = location.start;
  const reason = `expected ${describeExpected(expected)}, found ${describeFound(text, offset)}\n${excerpt(text, offset)}`;
  const suggestion = withQuotedValue(text, offset);
  return suggestion === undefined ? { value: text, reason } : { value: text, reason, suggestion };
}

/** The descriptions of tokens, in the order of the error message. */
const TOKENS: readonly (readonly [expectation: string, description: string])[] = [
  ['a field', 'a field'],
  ['a value', 'a value'],
  ['a number or *', 'a number or *'],
  ['a character after the backslash', 'a character after the backslash'],
  [':', '":"'],
  ['"', 'a closing quote'],
  ['(', '"("'],
  [')', '")"'],
  ['] or }', '"]" or "}"'],
  ['TO', 'TO'],
  ['NOT', 'NOT'],
  ['AND', 'AND'],
  ['OR', 'OR'],
  [END, END],
];

function describeExpected(expected: readonly Expectation[]): string {
  const names = new Set(expected.map(nameOf));
  const descriptions = TOKENS.filter(([name]) => names.has(name)).map(([, description]) => description);
  const last = descriptions.pop() ?? END;
  return descriptions.length === 0 ? last : `${descriptions.join(', ')} or ${last}`;
}

function nameOf(expectation: Expectation): string | undefined {
  if (expectation.type === 'other') return expectation.description;
  // Character classes continue the word before the fault. The message leaves them out.
  return expectation.type === 'literal' ? expectation.text : undefined;
}

function describeFound(text: string, offset: number): string {
  const [token] = /^(?:[^\s"()[\]{}:*\\]{1,40}|.)/su.exec(text.slice(offset)) ?? [];
  if (token === undefined) return END;
  if (token.trim() === '') return 'white space';
  return token === '"' ? 'a quote' : `"${token}"`;
}

/** The text on one line, shortened if it is long, and a caret under the character at `offset`. */
function excerpt(text: string, offset: number): string {
  const before = Array.from(oneLine(text.slice(0, offset)));
  const after = Array.from(oneLine(text.slice(offset)));
  const shownFrom = Math.max(0, before.length - EXCERPT_LENGTH / 2);
  const head = (shownFrom > 0 ? '…' : '') + before.slice(shownFrom).join('');
  const tail = after.slice(0, EXCERPT_LENGTH / 2).join('') + (after.length > EXCERPT_LENGTH / 2 ? '…' : '');
  return `${head}${tail}\n${' '.repeat(before.length - shownFrom + (shownFrom > 0 ? 1 : 0))}^`;
}

function oneLine(text: string): string {
  return text.replace(/\s/gu, ' ');
}

/**
 * The filter with quotes around the value before a syntax error, `address.city:São Paulo` → `address.city:"São Paulo"`; `undefined` if
 * that is no valid filter.
 */
function withQuotedValue(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf(':', offset - 1) + 1;
  const end = start + text.slice(start).search(/\s(?:AND|OR)\s|\)|$/u);
  const value = text.slice(start, end).trim();
  // Quotes would hide another clause, an operator or a wildcard.
  if (value === '' || /\*|&&|\|\||:\S|(?:^|\s)(?:and|or|not)(?:\s|$)/iu.test(value)) return undefined;
  const candidate = `${text.slice(0, start)}"${value}"${text.slice(end)}`;
  return isValid(candidate) ? candidate : undefined;
}

function isValid(text: string): boolean {
  try {
    return checkFilter(text, parseTree(text), () => undefined).ok;
  } catch {
    return false;
  }
}
