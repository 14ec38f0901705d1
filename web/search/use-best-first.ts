import { useMemo, useRef } from 'preact/hooks';
import { type Place } from '../api/records.js';
import { type List } from '../api/use-list.js';
import { type Looked, useLook } from '../api/use-look.js';
import { type Rectangle } from '../view/rectangle.js';
import { listPath, type Searched } from '../view/search-request.js';
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
  const asked = isBiased && header && isForKind(q, header) ? listPath({ ...view, box: area }) : undefined;
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
  best: Looked | undefined,
): readonly Place[] {
  const { header: there, places: first = [] } = best ?? {};
  // Where there is none, the service finds others.
  if (!there || !isForKind(q, there) || there.kind?.instead !== header?.kind?.instead) return items;
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...items.filter(({ id }) => !ids.has(id))].slice(0, items.length);
}
