import { checkFilter } from './check.js';
import { findField } from './fields.js';
import { parse, SyntaxError } from './grammar/filter-parser.js';
import { LIMITS } from './limits.js';

/** How many values of a filter are quoted that stand there without quotes. */
const MOST_QUOTED = 3;

/** Finds what a filter with a fault of form was meant to be. */
export type Repairing = (text: string, offset: number) => string | undefined;

/** Repairs the first filters of a request that need it, and none after that. */
export function fewRepairs(): Repairing {
  let left: number = LIMITS.repairs;
  return (text, offset) => {
    left -= 1;
    return left < 0 ? undefined : repairFilter(text, offset);
  };
}

/**
 * What a filter with a fault of form at `offset` was probably meant to be: a filter that is right, or `undefined`. Tries
 * the slips that callers make most, one at a time but for values without quotes; each attempt costs one more linear pass.
 */
function repairFilter(text: string, offset: number): string | undefined {
  const attempts = REPAIRS.flatMap((repair) => repair(text, offset) ?? []);
  return attempts.find((attempt) => read(attempt).isRight) ?? quoteValues(text, offset);
}

/** Attempts at what was meant; `undefined` where the slip is another one. */
type Repair = (text: string, offset: number) => string | string[] | undefined;

const REPAIRS: readonly Repair[] = [raiseOperator, closeUp, spellPresence, joinClauses, quoteValue, closeEnd];

/** Whether a filter is right, and otherwise where its fault of form is, if it has one. */
interface Reading {
  readonly isRight: boolean;
  readonly offset?: number;
}

function read(text: string): Reading {
  try {
    const tree = parse(text, { maxDepth: LIMITS.depth, maxClauses: LIMITS.clauses, exceeded: refuse });
    return { isRight: checkFilter(text, tree, nameless).ok };
  } catch (error) {
    return { isRight: false, ...(error instanceof SyntaxError && { offset: error.location.start.offset }) };
  }
}

/** Nobody asks what an unknown field was to be. */
function nameless(): undefined {
  return undefined;
}

function refuse(): never {
  throw new Error('beyond the limits');
}

/** `a:b and c:d`, `a:b && c:d` → `a:b AND c:d`, `not a:b` → `NOT a:b` */
function raiseOperator(text: string, offset: number): string | undefined {
  const start = startOfWord(text, offset);
  const [operator] = /^(?:and|or|not|to|&&|\|\|)(?=[\s(])/iu.exec(text.slice(start)) ?? [];
  if (operator === undefined) return undefined;
  return replace(text, start, start + operator.length, SIGNS[operator] ?? operator.toUpperCase());
}

/** How other languages write the operators. */
const SIGNS: Readonly<Record<string, string>> = { '&&': 'AND', '||': 'OR' };

/** `a:b c:d` → `a:b AND c:d`, where the second is a known field, negated or in parentheses */
function joinClauses(text: string, offset: number): string | undefined {
  const [clause, field] = /^(?:-|NOT\s+)?(?:\(|([^\s"()[\]{}:*\\]+):)/u.exec(text.slice(offset)) ?? [];
  if (clause === undefined || (field !== undefined && !findField(field.replace(/^-/u, '')))) return undefined;
  return replace(text, offset, offset, 'AND ');
}

/** `a: b` → `a:b`, `a : b` → `a:b` */
function closeUp(text: string, offset: number): string | undefined {
  const before = text.slice(0, offset).trimEnd();
  const after = text.slice(offset).trimStart();
  return before.endsWith(':') || after.startsWith(':') ? before + after.replace(/^:\s+/u, ':') : undefined;
}

/** `a:*` → `a:[* TO *]` */
function spellPresence(text: string, offset: number): string | undefined {
  return text.slice(offset - 1, offset + 1) === ':*' ? replace(text, offset, offset + 1, '[* TO *]') : undefined;
}

/** `a:b c` → `a:"b c"`, `a:'b c'` → `a:"b c"`; and `a:b c and d:e` → `a:"b c" AND d:e` */
function quoteValue(text: string, offset: number): string[] | undefined {
  const read = text.slice(0, offset).trimEnd().length;
  const clause = startOfWord(text, read);
  const colon = text.indexOf(':', clause);
  const start = colon < 0 || colon > offset ? clause : colon + 1;
  const ends = new Set(FOLLOWING.map((following) => endOfValue(text, read, following)));
  return [...ends].flatMap((end) => quoteBetween(text, start, end) ?? []);
}

/** `a:b c AND d:e f` → `a:"b c" AND d:"e f"`: one value after the other, as long as the filter can be read further for it. */
function quoteValues(text: string, offset: number): string | undefined {
  let furthest = { text, offset };
  for (let count = 0; count < MOST_QUOTED; count += 1) {
    const from = furthest;
    for (const attempt of quoteValue(from.text, from.offset) ?? []) {
      const { isRight, offset: fault } = read(attempt);
      if (isRight) return attempt;
      if (fault !== undefined && attempt.length - fault < furthest.text.length - furthest.offset) {
        furthest = { text: attempt, offset: fault };
      }
    }
    if (furthest === from) return undefined;
  }
  return undefined;
}

function quoteBetween(text: string, start: number, end: number): string[] | undefined {
  const value = text.slice(start, end);
  // Who writes an operator or a star means more than their letters.
  if (value === '' || /(?:^|\s)(?:AND|OR|NOT)\s|\*/u.test(value)) return undefined;
  const quoted = replace(text, start, end, `"${value.replace(/^['‘“](.*)['’”]$/su, '$1')}"`);
  const next = quoted.length - text.slice(end).trimStart().length;
  return [quoted, raiseOperator(quoted, next), joinClauses(quoted, next)].filter((attempt) => attempt !== undefined);
}

/**
 * What follows a value: an operator, a clause of a known field, or what closes. Operators are in any case, or else only where
 * a clause comes after them: `Fish and Chips` is one name.
 */
const FOLLOWING = [
  /\s(?:(?:and|or|not|&&|\|\|)\s|-?\(?([^\s"()[\]{}:*\\]+):)|[)\]}"]/giu,
  /\s(?:(?:AND|OR|NOT|&&|\|\|)\s|(?:and|And|or|Or|not|Not)\s+(?=\(|-?[^\s"()[\]{}:*\\]+:|(?:not|Not|NOT)\s)|-?\(?([^\s"()[\]{}:*\\]+):)|[)\]}"]/gu,
];

/** Where a value ends of which a part has been read. */
function endOfValue(text: string, read: number, followed: RegExp): number {
  const rest = text.slice(read);
  const following = [...rest.matchAll(followed)].find(
    ([, field]) => field === undefined || findField(field) !== undefined,
  );
  return read + rest.slice(0, following?.index).trimEnd().length;
}

/** Whatever was opened and not closed: `a:"b` → `a:"b"`, `(a:b` → `(a:b)` */
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
