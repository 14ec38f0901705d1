import { withAsciiDigits } from '../../src/places/query/fold.js';

/** A part of a text, and whether the user has typed it. */
export interface TextPart {
  readonly text: string;
  readonly isTyped: boolean;
}

/** Splits a text into what the user has typed, at the starts of words, and the rest. Case and accents do not matter. */
export function markTyped(text: string, typed: string): TextPart[] {
  const words = fold(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const parts: TextPart[] = [];
  for (const [piece] of text.matchAll(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu)) {
    const length = Math.max(0, ...words.map((word) => prefixLength(piece, word)));
    append(parts, piece.slice(0, length), true);
    append(parts, piece.slice(length), false);
  }
  return parts;
}

/** How many characters of a word a folded prefix covers. 0 if the word starts otherwise. */
function prefixLength(word: string, prefix: string): number {
  if (!fold(word).startsWith(prefix)) return 0;
  let length = 0;
  for (const character of word) {
    if (fold(word.slice(0, length)).length >= prefix.length && !/\p{M}/u.test(character)) break;
    length += character.length;
  }
  return length;
}

function append(parts: TextPart[], text: string, isTyped: boolean): void {
  if (text === '') return;
  const last = parts.at(-1);
  if (last?.isTyped === isTyped) parts[parts.length - 1] = { text: last.text + text, isTyped };
  else parts.push({ text, isTyped });
}

function fold(text: string): string {
  return withAsciiDigits(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
}
