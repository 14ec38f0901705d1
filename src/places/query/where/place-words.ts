import { type Relation } from './area.js';

/** Folded words after which the name of a city or district says where, in the languages of most data sets. */
const PHRASES: Record<Exclude<Relation, 'first'>, readonly string[]> = {
  in: [
    ...['in', 'inside', 'within', 'em', 'no', 'na', 'nos', 'nas', 'dentro de', 'dentro do', 'dentro da'],
    ...['en', 'dans', 'im', 'i'],
  ],
  near: [
    ...['near', 'near to', 'nearby', 'close to', 'next to', 'around'],
    ...['perto de', 'perto do', 'perto da', 'perto dos', 'perto das', 'ao redor de', 'ao redor do', 'ao redor da'],
    ...['proximo a', 'proximo ao', 'proximo de', 'proximo do', 'proximo da'],
    ...['proxima a', 'proxima ao', 'proxima de', 'proxima do', 'proxima da'],
    ...['cerca de', 'cerca del', 'alrededor de', 'pres de', 'pres du', 'autour de', 'nahe', 'bei', 'taet pa', 'naer'],
  ],
};

const RELATIONS: ReadonlyMap<string, Relation> = new Map(
  (['in', 'near'] as const).flatMap((relation) => PHRASES[relation].map((phrase) => [phrase, relation] as const)),
);

/** The most words of a phrase. */
const MAX_PHRASE_WORDS = 3;

/** Words that may stand between the phrase and the name: `in the city of Newport`, `no bairro de Moema`. */
const FILLERS = new Set(
  'the city town of downtown district a o as os de da do das dos bairro cidade del la el las los barrio ciudad le les du'.split(
    ' ',
  ),
);

const MAX_FILLERS = 3;

/** The phrase that starts at a word, and its number of words. */
export function phraseAt(words: readonly string[], at: number): { relation: Relation; length: number } | undefined {
  for (let length = MAX_PHRASE_WORDS; length > 0; length -= 1) {
    const relation = RELATIONS.get(words.slice(at, at + length).join(' '));
    if (relation) return { relation, length };
  }
  return undefined;
}

/** How many fillers follow: the name may start at each of these positions, because a name can start with a filler. */
export function fillersAt(words: readonly string[], at: number): number {
  let count = 0;
  while (count < MAX_FILLERS && FILLERS.has(words[at + count] ?? '')) count += 1;
  return count;
}
