import { checkFilter, limitedSuggestions, type Filter, type FilterNode, type ValueNode } from './filter.js';
import { LIMITS, failure, success, type QueryFault, type QueryResult, isLongerThan } from './parsing.js';
import { countWords } from '../words/words.js';
// Generated from grammar/filter.peggy by `npm run generate`.
import { parse, SyntaxError, type Expectation } from './grammar/filter-parser.js';
import { findField } from './fields.js';

/** Filters that match every place. `*:*` is Lucene's way to write it. */
export const MATCH_ALL_FILTERS = ['', '*:*'];

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
    if (MATCH_ALL_FILTERS.includes(text.trim())) continue;
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

const END = 'the end of the filter';

/** The length of the excerpt that an error shows of a long filter, in characters around the fault. */
const EXCERPT_LENGTH = 100;

/** The part of the parser's `SyntaxError` that is read here. */
interface SyntaxFailure {
  readonly expected: readonly Expectation[];
  readonly location: { readonly start: { readonly offset: number } };
}

/** A fault whose reason is `expected X, found Y`, the filter, and a caret under the column. */
function syntaxFault(text: string, { expected, location }: SyntaxFailure, repair: RepairFilter): QueryFault {
  const { offset } = location.start;
  const reason = `expected ${describeExpected(expected)}, found ${describeFound(text, offset)}\n${excerpt(text, offset)}`;
  const suggestion = repair(text, offset);
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

/** The most unquoted values of one filter that a repair quotes. */
const MAX_QUOTED_VALUES = 3;

/** Returns the filter that was probably meant, for a filter with a syntax error at `offset`. */
type RepairFilter = (text: string, offset: number) => string | undefined;

/** Repairs the first `LIMITS.repairs` filters of a request, then none. */
function limitedRepairSuggestions(): RepairFilter {
  let remaining: number = LIMITS.repairs;
  return (text, offset) => {
    remaining -= 1;
    return remaining < 0 ? undefined : repairFilter(text, offset);
  };
}

/**
 * Tries the most frequent mistakes: one at a time, except for unquoted values. Returns the first candidate that is a valid
 * filter, or `undefined`. Each candidate costs one linear parse.
 */
function repairFilter(text: string, offset: number): string | undefined {
  const candidates = REPAIRS.flatMap((repair) => repair(text, offset) ?? []);
  return candidates.find((candidate) => validate(candidate).isValid) ?? quoteValues(text, offset);
}

/** Candidates for one kind of mistake; `undefined` if the text does not have it. */
type Repair = (text: string, offset: number) => string | string[] | undefined;

const REPAIRS: readonly Repair[] = [
  spellOutNot,
  upperCaseOperator,
  removeSpaceAroundColon,
  completePresence,
  joinClauses,
  quoteValue,
  closeEnd,
];

interface Validation {
  readonly isValid: boolean;
  /** Where the syntax error is, if there is one. */
  readonly offset?: number;
}

function validate(text: string): Validation {
  try {
    const tree = parse(text, { maxDepth: LIMITS.depth, maxClauses: LIMITS.clauses, exceeded: stopAtLimit });
    return { isValid: checkFilter(text, tree, suggestNothing).ok };
  } catch (error) {
    return { isValid: false, ...(error instanceof SyntaxError && { offset: error.location.start.offset }) };
  }
}

/** The faults of candidates are not shown, so field names need no suggestions. */
function suggestNothing(): undefined {
  return undefined;
}

function stopAtLimit(): never {
  throw new Error('beyond the limits');
}

/** `a:b and c:d`, `a:b && c:d` → `a:b AND c:d`; `not a:b` → `NOT a:b` */
function upperCaseOperator(text: string, offset: number): string | undefined {
  const start = startOfWord(text, offset);
  const [operator] = /^(?:and|or|not|to|&&|\|\|)(?=[\s(])/iu.exec(text.slice(start)) ?? [];
  if (operator === undefined) return undefined;
  return replace(text, start, start + operator.length, SYMBOLS[operator] ?? operator.toUpperCase());
}

/** The operators of other languages. */
const SYMBOLS: Readonly<Record<string, string>> = { '&&': 'AND', '||': 'OR' };

/** `!(a:b OR c:d)` → `NOT (a:b OR c:d)`, `! a:b` → `NOT a:b` */
function spellOutNot(text: string, offset: number): string | undefined {
  const start = startOfWord(text, offset);
  return text.startsWith('!', start) ? replace(text, start, start + 1, 'NOT ').replace('NOT  ', 'NOT ') : undefined;
}

/** `a:b c:d` → `a:b AND c:d`. The second clause has a field that exists, or is in parentheses. */
function joinClauses(text: string, offset: number): string | undefined {
  const [clause, field] = /^(?:-|NOT\s+)?(?:\(|([^\s"()[\]{}:*\\]+):)/u.exec(text.slice(offset)) ?? [];
  if (clause === undefined || (field !== undefined && !findField(field.replace(/^-/u, '')))) return undefined;
  return replace(text, offset, offset, 'AND ');
}

/** `a: b` → `a:b`, `a : b` → `a:b` */
function removeSpaceAroundColon(text: string, offset: number): string | undefined {
  const before = text.slice(0, offset).trimEnd();
  const after = text.slice(offset).trimStart();
  return before.endsWith(':') || after.startsWith(':') ? before + after.replace(/^:\s+/u, ':') : undefined;
}

/** `a:*` → `a:[* TO *]` */
function completePresence(text: string, offset: number): string | undefined {
  return text.slice(offset - 1, offset + 1) === ':*' ? replace(text, offset, offset + 1, '[* TO *]') : undefined;
}

/** `a:b c` → `a:"b c"`, `a:'b c'` → `a:"b c"`, `a:b c and d:e` → `a:"b c" AND d:e` */
function quoteValue(text: string, offset: number): string[] | undefined {
  const parsedTo = text.slice(0, offset).trimEnd().length;
  const clauseStart = startOfWord(text, parsedTo);
  const colon = text.indexOf(':', clauseStart);
  const start = colon < 0 || colon > offset ? clauseStart : colon + 1;
  const ends = new Set(VALUE_ENDS.map((valueEnd) => endOfValue(text, parsedTo, valueEnd)));
  return [...ends].flatMap((end) => quoteBetween(text, start, end) ?? []);
}

/** `a:b c AND d:e f` → `a:"b c" AND d:"e f"`: quotes one value after the other while the syntax error moves to the right. */
function quoteValues(text: string, offset: number): string | undefined {
  let furthest = { text, offset };
  for (let count = 0; count < MAX_QUOTED_VALUES; count += 1) {
    const previous = furthest;
    for (const candidate of quoteValue(previous.text, previous.offset) ?? []) {
      const { isValid, offset: errorOffset } = validate(candidate);
      if (isValid) return candidate;
      if (errorOffset !== undefined && candidate.length - errorOffset < furthest.text.length - furthest.offset) {
        furthest = { text: candidate, offset: errorOffset };
      }
    }
    if (furthest === previous) return undefined;
  }
  return undefined;
}

function quoteBetween(text: string, start: number, end: number): string[] | undefined {
  const value = text.slice(start, end);
  // An upper-case operator or a star is syntax, not part of a value.
  if (value === '' || /(?:^|\s)(?:AND|OR|NOT)\s|\*/u.test(value)) return undefined;
  const quoted = replace(text, start, end, `"${value.replace(/^['‘“](.*)['’”]$/su, '$1')}"`);
  const next = quoted.length - text.slice(end).trimStart().length;
  return [quoted, upperCaseOperator(quoted, next), joinClauses(quoted, next)].filter(
    (candidate) => candidate !== undefined,
  );
}

/**
 * Where an unquoted value ends: before an operator, a clause of a field that exists, or a closing character. The first
 * expression takes operators in any case; the second takes those in lower case only before a clause, because
 * `Fish and Chips` is one name.
 */
const VALUE_ENDS = [
  /\s(?:(?:and|or|not|&&|\|\|)\s|-?\(?([^\s"()[\]{}:*\\]+):)|[)\]}"]/giu,
  /\s(?:(?:AND|OR|NOT|&&|\|\|)\s|(?:and|And|or|Or|not|Not)\s+(?=\(|-?[^\s"()[\]{}:*\\]+:|(?:not|Not|NOT)\s)|-?\(?([^\s"()[\]{}:*\\]+):)|[)\]}"]/gu,
];

/** The end of a value that the parser has read up to `parsedTo`. */
function endOfValue(text: string, parsedTo: number, valueEnd: RegExp): number {
  const rest = text.slice(parsedTo);
  const end = [...rest.matchAll(valueEnd)].find(([, field]) => field === undefined || findField(field) !== undefined);
  return parsedTo + rest.slice(0, end?.index).trimEnd().length;
}

/** Closes what is open at the end: `a:"b` → `a:"b"`, `(a:b` → `(a:b)` */
function closeEnd(text: string, offset: number): string[] | undefined {
  if (offset < text.length || text.endsWith('\\')) return undefined;
  return ['"', ')', ']'].map((closing) => text.trimEnd() + closing);
}

function startOfWord(text: string, end: number): number {
  let start = end;
  while (start > 0 && !/[\s"()[\]{}]/u.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function replace(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
