import { useMemo, useRef } from 'preact/hooks';
import { type Place } from '../api/records.js';
import { type List } from '../api/use-list.js';
import { type Looked, useLook } from '../api/use-look.js';
import { type Rectangle } from '../view/rectangle.js';
import { longListPath, type Searched } from '../view/search-request.js';
import { isForKind } from './understood.js';

/**
 * Puts the best places of what the map showed first, if a search is for a kind of place: the service lists the nearest to the middle
 * first, so that all would stand in a few streets. The other places follow. Until both are known, the list is the one before.
 *
 * @param path of the search
 * @param area what the map showed when the search began. Undefined if that is not known
 */
export function useBestFirst(
  list: List<Place>,
  view: Searched,
  path: string | undefined,
  area: Rectangle | undefined,
): List<Place> {
  const { q, sort, box, near } = view;
  const isListed = list.of === path;
  const header = isListed ? list.header : undefined;
  const isBiased = area !== undefined && sort === 'relevance' && !box && !near;
  const asked = isBiased && header && isForKind(q, header) ? longListPath({ ...view, box: area }) : undefined;
  const looked = useLook(asked);
  const isKnown = isListed && (asked === undefined || looked?.of === asked);
  const best = asked === undefined ? undefined : looked;
  const items = useMemo(() => withFirst(list.items, header, q, best), [list.items, best, isKnown]);
  const shown = useRef(list);
  if (isKnown) shown.current = { ...list, items };
  const { busy, problem, more, retry } = list;
  return { ...shown.current, busy: busy || (isListed && !isKnown), problem, more, retry };
}

/** As many as there were. */
function withFirst(
  items: readonly Place[],
  header: List<Place>['header'],
  q: string,
  looked: Looked | undefined,
): readonly Place[] {
  const { header: there, places: first = [] } = looked ?? {};
  // Where there is none, the service finds others.
  if (!there || !isForKind(q, there) || there.kind?.instead !== header?.kind?.instead) return items;
  const ids = new Set(first.map(({ id }) => id));
  const best = first.toSorted((a, b) => goodnessOf(b) - goodnessOf(a));
  return [...best, ...items.filter(({ id }) => !ids.has(id))].slice(0, items.length);
}

/** The rating of a place of which nothing is known, and how many reviews it weighs: a single review says little. */
const USUAL = { rating: 3.5, reviews: 3 };

/** The service puts names with the word for the kind first, which says nothing of how good a place is. */
function goodnessOf({ statistics: { rating, reviews = '0' } = {} }: Place): number {
  if (rating === undefined) return USUAL.rating;
  const count = Number(reviews);
  return (Number(rating) * count + USUAL.rating * USUAL.reviews) / (count + USUAL.reviews);
}
