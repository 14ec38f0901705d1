import { type Expectation } from './grammar/filter-parser.js';
import { type RepairFilter } from './repair.js';
import { type QueryFault } from './result.js';

const END = 'the end of the filter';

/** The length of the excerpt that an error shows of a long filter, in characters around the fault. */
const EXCERPT_LENGTH = 100;

/** The part of the parser's `SyntaxError` that a fault is made of. */
export interface SyntaxFailure {
  readonly expected: readonly Expectation[];
  readonly location: { readonly start: { readonly offset: number } };
}

/** A fault whose reason is `expected X, found Y`, the filter, and a caret under the column. */
export function syntaxFault(text: string, { expected, location }: SyntaxFailure, repair: RepairFilter): QueryFault {
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
