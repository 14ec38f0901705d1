import { useMemo, useRef } from 'preact/hooks';
import { isStopWord } from '../../src/places/query/fillers.js';
import { fold } from '../../src/places/query/fold.js';
import { type Header, type Place } from '../api/records.js';
import { type List } from '../api/use-list.js';
import { type Looked, useLook } from '../api/use-look.js';
import { type Rectangle } from '../view/rectangle.js';
import { bestRatedPath, ROWS, type Searched } from '../view/search-request.js';
import { isForKind, wordsOfKind } from './understood.js';

/**
 * Puts the best rated places of the searched area first, or of what the map showed, if a search is for a kind of place: the service
 * lists the nearest to the middle first, so that all would stand in a few streets. All places of the list follow. Until both are
 * known, the list is the one before.
 *
 * @param path of the search
 * @param shownArea what the map showed when the search began. Undefined if that is not known
 */
export function useBestFirst(
  list: List<Place>,
  view: Searched,
  path: string | undefined,
  shownArea: Rectangle | undefined,
): List<Place> {
  const { q, sort, box, near } = view;
  const isListed = list.of === path;
  const header = isListed ? list.header : undefined;
  const area = box ?? shownArea;
  const kind = sort === 'relevance' && !near && header && isForKind(q, header) ? header.kind?.name : undefined;
  const words = header ? wordsOfKind(header) : '';
  const bestPath = kind !== undefined && area ? bestRatedPath({ ...view, q: words, box: area }) : undefined;
  const best = useLook(bestPath);
  const isKnown = isListed && best?.of === bestPath;
  const items = useMemo(() => {
    const first = certainOf(bestOf(best, words, kind), header?.kind, list.items.slice(0, ROWS));
    return withFirst(
      [...first].sort((a, b) => weightedRating(b) - weightedRating(a)),
      list.items,
    );
  }, [list.items, best, isKnown]);
  const shown = useRef(list);
  if (isKnown) shown.current = { ...list, items };
  const { busy, problem, more, retry } = list;
  return { ...shown.current, busy: busy || (isListed && !isKnown), problem, more, retry };
}

/** Where no place is of the kind, the service may have found other places. */
function bestOf(best: Looked | undefined, words: string, kind: string | undefined): readonly Place[] {
  const isOfKind = (header: Header): boolean => header.kind?.name === kind && isForKind(words, header);
  return best?.header && isOfKind(best.header) ? (best.places ?? []) : [];
}

/**
 * The places of the kind whose category says so: one with its words in the name may be found by its name alone, as car parks are for
 * `park`. A category says so if it is called by these words, or if the first place of the list has it, which is surely of the kind, or
 * one without the words.
 *
 * @param listed the first page of the search
 */
function certainOf(best: readonly Place[], kind: Header['kind'], listed: readonly Place[]): readonly Place[] {
  // Nothing to compare. What cannot be shown fails where it is shown, not the whole page.
  if (best.length === 0) return best;
  const words = new Set(wordsOf(`${kind?.words ?? ''} ${kind?.name ?? ''}`));
  const has = (text: string): boolean => wordsOf(text).some((word) => words.has(word));
  const isNamed = ({ name, names = [] }: Place): boolean => [name, ...names.map(({ text }) => text)].some(has);
  const categories = new Set(listed.filter((place, at) => at === 0 || !isNamed(place)).flatMap(categoriesOf));
  const isCalled = ({ categories: own }: Place): boolean =>
    own.some(({ name, subcategory }) => has(name) || has(subcategory?.name ?? ''));
  const isCertain = (place: Place): boolean =>
    !isNamed(place) || isCalled(place) || categoriesOf(place).some((category) => categories.has(category));
  return best.filter(isCertain);
}

/** Without endings: `parks` is `park`. Shorter words join others: `bed and breakfast`. */
function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return words.filter((word) => !isStopWord(word)).map((word) => word.replace(/s$/, ''));
}

function categoriesOf({ categories }: Place): string[] {
  return categories.map(({ id, subcategory }) => JSON.stringify([id, subcategory?.id]));
}

/** Reviews that each place is taken to have besides its own. */
const USUAL = { rating: 3.8, reviews: 4 } as const;

/** A single review says little. */
function weightedRating({ statistics }: Place): number {
  const [rating, reviews] = [Number(statistics?.rating ?? 0), Number(statistics?.reviews ?? 0)];
  return (USUAL.rating * USUAL.reviews + rating * reviews) / (USUAL.reviews + reviews);
}

function withFirst(first: readonly Place[], places: readonly Place[]): readonly Place[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...places.filter(({ id }) => !ids.has(id))];
}
