import { Random } from '../../src/demonstration/island/random.js';
import { type Cost, CostMeter, type Measured } from './cost.js';
import { type Form } from './forms.js';
import { normalise } from './normalise.js';
import { type Outcome, runSearches, type Search } from './run-searches.js';
import { type Searcher } from './searchers.js';
import { type NamedPlace } from './sets/named-place.js';

/** The name of the wanted place, and the text to search for. */
interface KnownItem extends Search {
  readonly name: string;
}

/** The quality of searches, as fractions of 1. */
export interface Figures {
  /** The place came first. */
  readonly success1: number;
  /** The place was among the first ten. */
  readonly success10: number;
  /** The mean of 1, 1/2, 1/3 … for the first, second, third place; 0 beyond the tenth. */
  readonly mrr10: number;
}

export interface KnownItemFigures {
  readonly figures: Figures;
  readonly cost: Cost;
}

/** One place of each name, so that a chain counts once. */
export function distinctByName(places: readonly NamedPlace[]): NamedPlace[] {
  return [...new Map(places.map((place) => [normalise(place.name), place])).values()];
}

/** Writes the names in a form. */
export function searchesOf(form: Form, places: readonly NamedPlace[], seed: number): KnownItem[] {
  // Each form has its own random numbers, so that a change of one does not change the others.
  const random = new Random(seed);
  return random.shuffle(places).flatMap((place): KnownItem[] => {
    const text = form.write(place, random, places);
    return text === undefined ? [] : [{ name: place.name, q: text }];
  });
}

/**
 * @param onMiss called for each search that does not find its place among the first ten
 */
export async function measure(
  searches: readonly KnownItem[],
  { searcher, ...measured }: { searcher: Searcher } & Measured,
  onMiss: (search: KnownItem, names: readonly string[]) => void = () => undefined,
): Promise<KnownItemFigures> {
  const meter = await CostMeter.start(measured);
  const { outcomes, times } = await runSearches(searches, searcher);
  const cost = await meter.stop(times, searches.length);
  const ranks = outcomes.map((outcome) => rankOf(outcome, onMiss));
  const share = (worth: (rank: number) => number): number =>
    round(ranks.reduce((sum, rank) => sum + worth(rank), 0) / ranks.length);
  const figures = {
    success1: share((rank) => (rank === 1 ? 1 : 0)),
    success10: share((rank) => (rank > 0 ? 1 : 0)),
    mrr10: share((rank) => (rank > 0 ? 1 / rank : 0)),
  };
  return { figures, cost };
}

function rankOf(
  { item, found }: Outcome<KnownItem>,
  onMiss: (search: KnownItem, names: readonly string[]) => void,
): number {
  const names = found.places.map(({ name }) => name);
  const rank = names.map(normalise).indexOf(normalise(item.name)) + 1;
  if (rank === 0) onMiss(item, names);
  return rank;
}

/** A thousand searches justify at most four decimals. */
function round(figure: number): number {
  return Math.round(figure * 10_000) / 10_000;
}
