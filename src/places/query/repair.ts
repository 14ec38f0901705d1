import { checkFilter } from './check-filter.js';
import { findField } from './fields.js';
import { parse, SyntaxError } from './grammar/filter-parser.js';
import { LIMITS } from './limits.js';

/** How many unquoted values of one filter are quoted. */
const MAX_QUOTED_VALUES = 3;

/** Returns the filter that was probably meant, for a filter with a syntax error at `offset`. */
export type RepairFilter = (text: string, offset: number) => string | undefined;

/** Repairs the first `LIMITS.repairs` filters of a request, then none. */
export function limitedRepairSuggestions(): RepairFilter {
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
    const tree = parse(text, { maxDepth: LIMITS.depth, maxClauses: LIMITS.clauses, exceeded });
    return { isValid: checkFilter(text, tree, suggestNothing).ok };
  } catch (error) {
    return { isValid: false, ...(error instanceof SyntaxError && { offset: error.location.start.offset }) };
  }
}

/** The faults of candidates are not shown, so field names need no suggestions. */
function suggestNothing(): undefined {
  return undefined;
}

function exceeded(): never {
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
