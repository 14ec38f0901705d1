/** Letters of Latin alphabets that are no letter with an accent, as `asciifolding` writes them. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'n' },
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** A text without case and accents, much as the index folds it. */
export function fold(text: string): string {
  const bare = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  return bare.replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}
