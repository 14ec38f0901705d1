/**
 * What Elasticsearch's tokenizer makes words of: each sign of writing without spaces, each picture, and runs of other
 * letters and digits.
 */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Extended_Pictographic}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}])[\p{L}\p{Nd}\p{Nl}]\p{M}*)+/gu;

/** Whether there is a word in a text: what holds neither letter nor digit is none, nor is `½` or `²` alone. */
export function holdsWord(text: string): boolean {
  return /[\p{L}\p{Nd}\p{Nl}]/u.test(text);
}

/** How many words a text holds, about: Elasticsearch's tokenizer parts some of them, and takes `a.b` or `a_b` for one. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** What people write between words in place of a space, as regular expressions of JavaScript and Java have it in a class. */
export const BETWEEN_WORDS = ',;:/|"“”()\\[\\]{}';

const PARTING = new RegExp(`[\\s${BETWEEN_WORDS}]+`, 'u');

/**
 * White space parts the words, and what people write in its place; what a word is beyond that (`D'Angelo`, `Wal-Mart`)
 * is for the analyzer of each field to say. None makes a word of `½` or `²` alone.
 */
export function splitWords(text: string): string[] {
  return text.split(PARTING).filter(holdsWord);
}
