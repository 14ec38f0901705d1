/**
 * The marks that a text loses when it is folded, here and in the index: accents, the points of Hebrew, the stretching and
 * the vowel signs of Arabic. Marks of other scripts are letters to those who write them, such as the vowels of Thai.
 */
export const MARKS: readonly (readonly [first: number, last: number])[] = [
  [0x0300, 0x036f],
  [0x0591, 0x05bd],
  [0x05bf, 0x05bf],
  [0x05c1, 0x05c2],
  [0x05c4, 0x05c5],
  [0x05c7, 0x05c7],
  [0x0640, 0x0640],
  [0x064b, 0x065f],
  [0x0670, 0x0670],
];

const MARK = new RegExp(`[${MARKS.map(([first, last]) => `${unit(first)}-${unit(last)}`).join('')}]`, 'gu');

/** Letters and signs that Unicode does not take apart, as `asciifolding` writes them, and the sigma that ends a word. */
const OTHERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'n', ς: 'σ' },
  ...{ '‘': "'", '’': "'", '‚': "'", '‛': "'", '′': "'", '‹': "'", '›': "'" },
  ...{ '“': '"', '”': '"', '„': '"', '″': '"', '«': '"', '»': '"' },
  ...{ '‐': '-', '‑': '-', '‒': '-', '–': '-', '—': '-' },
};

/** A text without case and accents, much as the index folds it: what differs there differs here. */
export function fold(text: string): string {
  const bare = text.normalize('NFD').replace(MARK, '').normalize('NFC').toLowerCase();
  return bare.replace(/[^\0-\x7F]/gu, (character) => OTHERS[character] ?? asLatin(character));
}

/** Letters and digits of another width or joined ones (`ﬁ`), where they come to plain ones. */
function asLatin(character: string): string {
  const plain = character.normalize('NFKD').replace(MARK, '').toLowerCase();
  return /^[a-z0-9]+$/.test(plain) ? plain : character;
}

function unit(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}
