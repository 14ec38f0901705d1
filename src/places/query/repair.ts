import { checkFilter } from './check.js';
import { findField } from './fields.js';
import { parse } from './grammar/filter-parser.js';
import { LIMITS } from './limits.js';

/**
 * What a filter with a fault of form at `offset` was probably meant to be: a filter that is right, or `undefined`. Tries
 * the slips that callers make most, one at a time; each costs one more linear pass.
 */
export function repairFilter(text: string, offset: number): string | undefined {
  return REPAIRS.flatMap((repair) => repair(text, offset) ?? []).find(isRight);
}

/** Attempts at what was meant; `undefined` where the slip is another one. */
type Repair = (text: string, offset: number) => string | string[] | undefined;

const REPAIRS: readonly Repair[] = [raiseOperator, closeUp, spellPresence, joinClauses, quoteValue, closeEnd];

function isRight(text: string): boolean {
  try {
    const tree = parse(text, { maxDepth: LIMITS.depth, maxClauses: LIMITS.clauses, exceeded: refuse });
    return checkFilter(text, tree, nameless).ok;
  } catch {
    return false;
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

/** `a:b c` → `a:"b c"`, `a:'b c'` → `a:"b c"` */
function quoteValue(text: string, offset: number): string | undefined {
  const clause = startOfWord(text, text.slice(0, offset).trimEnd().length);
  const colon = text.indexOf(':', clause);
  const start = colon < 0 || colon > offset ? clause : colon + 1;
  const rest = text.slice(offset);
  const next = rest.search(/\s(?:AND|OR)\s|[)\]}"]/u);
  const end = offset + (next < 0 ? rest : rest.slice(0, next)).trimEnd().length;
  // Who writes an operator or a star means more than their letters.
  if (/(?:^|\s)(?:AND|OR|NOT)\s|\*/u.test(text.slice(start, end))) return undefined;
  const value = text.slice(start, end).replace(/^['‘“](.*)['’”]$/su, '$1');
  return start < end ? replace(text, start, end, `"${value}"`) : undefined;
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
