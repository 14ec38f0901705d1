import { type NamedPlace } from '../sets/named-place.js';
import { runSearches } from '../run-searches.js';
import { type Searcher } from '../searchers.js';
import { type Question } from './question.js';

/** What a question found. */
export interface Answered {
  readonly q: string;
  /** The first place is of the wanted kind. */
  readonly first: boolean;
  /** The places of that kind among the first ten, divided by ten or, if there are fewer such places, by their number. */
  readonly precision: number;
  readonly empty: boolean;
}

/** @throws Error if no place of the set can be right */
export async function ask(
  questions: readonly Question[],
  places: readonly NamedPlace[],
  searcher: Searcher,
): Promise<Answered[]> {
  const { outcomes } = await runSearches(questions, ({ q }) => q, searcher);
  const answered = outcomes.map(({ item: { q, accepts }, found }): Answered => {
    const possible = Math.min(10, places.filter(accepts).length);
    if (possible === 0) throw new Error(`No place is right for the question "${q}".`);
    const right = found.map(accepts);
    return {
      q,
      first: right[0] ?? false,
      precision: Math.round((1000 * right.filter(Boolean).length) / possible) / 1000,
      empty: found.length === 0,
    };
  });
  return questions.flatMap(({ q }) => answered.filter((one) => one.q === q));
}
