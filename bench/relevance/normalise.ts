/** Names that differ in case, accents and punctuation only are equal. */
export function normalise(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/&/gu, ' and ');
  return letters
    .replace(/[\p{P}\p{S}]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
