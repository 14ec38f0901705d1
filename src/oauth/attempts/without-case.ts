/**
 * A name without case, as `lower()` of PostgreSQL has it, by which users are found: letter by letter, each to one letter.
 * JavaScript makes two of `İ`, and looks at what stands around a sigma: names that find one user would be counted apart.
 */
export function withoutCase(name: string): string {
  return Array.from(name, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join('');
}
