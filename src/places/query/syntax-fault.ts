import { type Expectation } from './grammar/filter-parser.js';
import { type Repairing } from './repair.js';
import { type QueryFault } from './result.js';

const END = 'the end of the filter';

/** How much of a long filter an error shows, in characters around the fault. */
const SHOWN = 100;

/** What the parser says when it gives up. */
export interface SyntaxFailure {
  readonly expected: readonly Expectation[];
  readonly location: { readonly start: { readonly offset: number } };
}

/** `expected X, found Y`, the filter, and a caret under the column (design section 5). */
export function syntaxFault(text: string, { expected, location }: SyntaxFailure, repair: Repairing): QueryFault {
  const { offset } = location.start;
  const reason = `expected ${describeExpected(expected)}, found ${describeFound(text, offset)}\n${point(text, offset)}`;
  const suggestion = repair(text, offset);
  return suggestion === undefined ? { value: text, reason } : { value: text, reason, suggestion };
}

/** In the order in which a reader would try them. */
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
  const known = TOKENS.filter(([name]) => names.has(name)).map(([, description]) => description);
  const last = known.pop() ?? END;
  return known.length === 0 ? last : `${known.join(', ')} or ${last}`;
}

function nameOf(expectation: Expectation): string | undefined {
  if (expectation.type === 'other') return expectation.description;
  // A class of characters goes on with a word that has begun, which nobody needs to be told.
  return expectation.type === 'literal' ? expectation.text : undefined;
}

function describeFound(text: string, offset: number): string {
  const [token] = /^(?:[^\s"()[\]{}:*\\]{1,40}|.)/su.exec(text.slice(offset)) ?? [];
  if (token === undefined) return END;
  if (token.trim() === '') return 'white space';
  return token === '"' ? 'a quote' : `"${token}"`;
}

/** The text on one line and a caret under the character at `offset`; a long text only in part. */
function point(text: string, offset: number): string {
  const before = Array.from(oneLine(text.slice(0, offset)));
  const after = Array.from(oneLine(text.slice(offset)));
  const from = Math.max(0, before.length - SHOWN / 2);
  const head = (from > 0 ? '…' : '') + before.slice(from).join('');
  const tail = after.slice(0, SHOWN / 2).join('') + (after.length > SHOWN / 2 ? '…' : '');
  return `${head}${tail}\n${' '.repeat(before.length - from + (from > 0 ? 1 : 0))}^`;
}

function oneLine(text: string): string {
  return text.replace(/\s/gu, ' ');
}
