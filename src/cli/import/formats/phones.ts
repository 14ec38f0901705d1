/** An extension: `x12`, `ext. 12`, `;ext=12`. */
const extension = /[\s,;]*(?:ext(?:ension|n)?\.?\s*=?|x|#)\s*\d{1,6}\s*$/i;

/** Bounds the time that the regular expressions take. */
const maxTextLength = 200;

const keypad = ['ABC', 'DEF', 'GHI', 'JKL', 'MNO', 'PQRS', 'TUV', 'WXYZ'];

/**
 * Extracts telephone numbers as digits. A string may hold several numbers. Drops extensions, converts letters by the keypad
 * (`1-800-FLOWERS`), and ignores text that is not a number.
 */
export function phonesOf(texts: readonly string[]): string[] {
  const candidates = texts.flatMap((text) => text.replace(/;\s*ext=/gi, ' ext ').split(/[;,]|\s\/\s/));
  return [...new Set(candidates.flatMap(digitsOf))];
}

function digitsOf(text: string): string[] {
  if (text.length > maxTextLength) return [];
  const number = text
    .normalize('NFKC')
    // Numbers copied from web pages contain invisible direction marks.
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Pd}/gu, '-')
    .trim()
    .toUpperCase()
    .replace(/^tel:/i, '')
    .replace(extension, '')
    // The zero of +44 (0)20 is only dialed within the country.
    .replace(/^\((\+\d+)\)/, '$1')
    .replace(/^(\+\d+)\s*\(0\)/, '$1');
  if (!/^\+?[\d\s().\-/A-Z]+$/.test(number) || !/^\D{0,3}\d/.test(number)) return [];
  const digits = number.replace(/[A-Z]/g, keyOf).replace(/\D/g, '');
  return digits.length >= 3 && digits.length <= 20 ? [digits] : [];
}

function keyOf(letter: string): string {
  return String(keypad.findIndex((letters) => letters.includes(letter)) + 2);
}
