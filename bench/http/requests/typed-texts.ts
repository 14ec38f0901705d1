import { type Random } from '../../../src/demonstration/island/random.js';

/** The part of a name that a user has typed. */
export interface Typed {
  readonly kind: string;
  readonly text: string;
}

/** Random prefixes of names, a quarter of the longer ones with a wrong letter. */
export function typedTexts(names: readonly string[], random: Random, count: number): Typed[] {
  return Array.from({ length: count }, () => {
    const name = random.pick(names);
    const letters = Array.from(name);
    const length = random.between(1, letters.length);
    const text = letters.slice(0, length).join('').trim();
    if (length < 4) return { kind: '1 to 3 letters', text };
    if (random.next() < 0.25) return { kind: 'a wrong letter', text: misspell(text, random) };
    return length < 8 ? { kind: '4 to 7 letters', text } : { kind: '8 letters and more', text };
  });
}

function misspell(text: string, random: Random): string {
  const letters = Array.from(text);
  letters[random.between(0, letters.length - 1)] = 'x';
  return letters.join('');
}
