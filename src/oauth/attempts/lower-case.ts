/**
 * Lower case as PostgreSQL's `lower()` has it, by which users are found: each character becomes one character. The whole
 * string's `toLowerCase()` differs for `İ` and for a final sigma, so names of one user would be counted apart.
 */
export function lowerCase(name: string): string {
  return Array.from(name, (character) => String.fromCodePoint(character.toLowerCase().codePointAt(0) ?? 0)).join('');
}
