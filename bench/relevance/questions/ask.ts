import { type Outcome, runSearches } from '../run-searches.js';
import { type Searcher } from '../searchers.js';
import { type NamedPlace } from '../sets/named-place.js';
import { isRight, type Question } from './question.js';

/** The quality of the answers to questions, as fractions of 1. */
export interface Summary {
  readonly questions: number;
  /** The first place is of the wanted kind. */
  readonly first: number;
  /** The places of that kind among the first ten, divided by ten or, if there are fewer such places, by their number. */
  readonly precision: number;
  /** Nothing is found, but something should be. */
  readonly empty: number;
}

/** @throws Error if no place of the set can be right, or if one can and none should */
export async function ask(
  questions: readonly Question[],
  places: readonly NamedPlace[],
  searcher: Searcher,
): Promise<{ summary: Summary; wrong: Outcome<Question>[] }> {
  const { outcomes } = await runSearches(questions, searcher);
  const mean = (worth: (outcome: Outcome<Question>) => number): number =>
    Math.round((1000 * outcomes.reduce((sum, one) => sum + worth(one), 0)) / outcomes.length) / 1000;
  const summary = {
    questions: questions.length,
    first: mean(({ item, found }) => Number(isRight(item, found))),
    precision: mean((outcome) => precisionOf(outcome, places)),
    empty: mean(({ item, found }) => Number(found.places.length === 0 && item.expects !== 'nothing')),
  };
  return { summary, wrong: outcomes.filter(({ item, found }) => !isRight(item, found)) };
}

function precisionOf({ item, found }: Outcome<Question>, places: readonly NamedPlace[]): number {
  const possible = countUpTo(10, places, item.accepts);
  if ((possible === 0) !== (item.expects === 'nothing'))
    throw new Error(`${possible} places are right for the question "${item.q}".`);
  if (item.expects === 'nothing') return Number(isRight(item, found));
  return Math.min(1, found.places.filter(item.accepts).length / possible);
}

function countUpTo(most: number, places: readonly NamedPlace[], accepts: (place: NamedPlace) => boolean): number {
  let count = 0;
  for (const place of places) {
    if (accepts(place)) count += 1;
    if (count === most) break;
  }
  return count;
}
