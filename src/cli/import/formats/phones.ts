/** What may follow the number that is called: `x12`, `ext. 12`, `;ext=12`. */
const extension = /[\s,;]*(?:ext(?:ension|n)?\.?\s*=?|x|#)\s*\d{1,6}\s*$/i;

/** Characters of a text that can still be a number; what looks for one takes far longer over more. */
const longest = 200;

const keypad = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/**
 * Telephone numbers as digits, the international ones with their country code, as they are written. A text may hold
 * several; extensions are left out, letters are those of the keypad (`1-800-FLOWERS`). What is no number is none.
 */
export function phonesOf(texts: readonly string[]): string[] {
  const written = texts.flatMap((text) => text.replace(/;\s*ext=/gi, ' ext ').split(/[;,]|\s\/\s/));
  return [...new Set(written.flatMap(digitsOf))];
}

function digitsOf(text: string): string[] {
  if (text.length > longest) return [];
  const number = text
    .normalize('NFKC')
    // Marks of direction come with numbers that were copied from a page.
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .trim()
    .toUpperCase()
    .replace(/^tel:/i, '')
    .replace(extension, '')
    // The zero of +44 (0)20 is for calls from within the country.
    .replace(/^\((\+\d+)\)/, '$1')
    .replace(/^(\+\d+)\s*\(0\)/, '$1');
  if (!/^\+?[\d\s().\-/A-Z]+$/.test(number) || !/^\D{0,3}\d/.test(number)) return [];
  const digits = number.replace(/[A-Z]/g, keyOf).replace(/\D/g, '');
  return digits.length >= 3 && digits.length <= 20 ? [digits] : [];
}

function keyOf(letter: string): string {
  return String(keypad.findIndex((letters) => letters.includes(letter)) + 2);
}
