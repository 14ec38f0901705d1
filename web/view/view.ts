import { decoded } from './decoded.js';
import { type Rectangle, printRectangle, readRectangle } from './rectangle.js';

/** Facet fields by their names in the page URL. */
export const facetFields = { kind: 'kinds.id', city: 'address.city' } as const;

export type FacetName = keyof typeof facetFields;
export const facetNames = Object.keys(facetFields) as FacetName[];

/** The least ratings to choose from. */
export const ratings = ['4.5', '4', '3.5'] as const;

export const sorts = ['relevance', 'distance', 'name', 'statistics.rating desc', 'statistics.pageviews desc'] as const;
export type Sort = (typeof sorts)[number];

export const languages = ['pt', 'en'] as const;
export type Language = (typeof languages)[number];

/** Decimal degrees. */
export interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Places to search among. Each is a clause of a filter: docs/query-language.md. */
export const MAX_SAVED = 50;

/** What the map shows: its middle and zoom level. */
export interface MapPosition extends Point {
  readonly zoom: number;
}

/** What words of a search say beside names. `q.kind=off` and its like take them for words. */
export const wordRoles = ['kind', 'where', 'near', 'when', 'number'] as const;
export type WordRole = (typeof wordRoles)[number];

/** The view state. The page URL holds all of it, so that views can be shared and navigated. */
export interface View {
  readonly q: string;
  /** Whether places must have all words of `q` as typed. */
  readonly exact: boolean;
  /** The roles of words in `q` that are turned off. */
  readonly off: readonly WordRole[];
  readonly filters: Readonly<Partial<Record<FacetName, readonly string[] | undefined>>>;
  /** The least rating of places. */
  readonly rating?: (typeof ratings)[number] | undefined;
  /** Whether places must be open now. */
  readonly openNow: boolean;
  /** The ids of saved places, if only those are searched. */
  readonly saved: readonly string[];
  readonly sort: Sort;
  /** The map area to search. */
  readonly box?: Rectangle | undefined;
  /** What the map showed when the search began: nearer places come first. */
  readonly around?: MapPosition | undefined;
  /** The user's position. */
  readonly near?: Point | undefined;
  /** What the map shows. Absent: the results, or `around` if they are there. */
  readonly at?: MapPosition | undefined;
  /** The path of the open place or user. */
  readonly open?: string | undefined;
  /** Whether the request panel is open. */
  readonly request: boolean;
  /** The chosen language. Absent: the browser's language. */
  readonly language?: Language | undefined;
}

export const emptyView: View = {
  ...{ q: '', exact: false, off: [], filters: {}, openNow: false, saved: [] },
  ...{ sort: 'relevance', request: false },
};

/** Characters of the words of a search. */
const MAX_WORDS_LENGTH = 256;

/** Whether the service rejects the words. */
export function isTooLong(q: string): boolean {
  return Array.from(q).length > MAX_WORDS_LENGTH;
}

/** Whether the view searches for anything but all places. */
export function hasConditions({ q, filters, rating, openNow, saved, box, near }: View): boolean {
  const isRestricted = box !== undefined || near !== undefined || rating !== undefined;
  return isRestricted || q !== '' || openNow || saved.length > 0 || facetNames.some((name) => filters[name]);
}

/** Paths that can be opened: places and users. */
const openable = /^\/v2\/(?:places|users)\/[^/?#\\]+$/;

/** Path segments below /v2/places that are not place ids. */
const reserved = ['fields', 'suggest', 'search'].map((name) => `/v2/places/${name}`);

function isOpenable(path: string): boolean {
  if (!openable.test(path)) return false;
  // Browsers resolve dot segments and drop some characters, so reject both.
  const { pathname } = new URL(path, 'https://place.invalid');
  const named = decoded(pathname);
  return openable.test(pathname) && named !== undefined && !reserved.includes(named);
}

/** Parses the query of the page URL. Invalid values are ignored. */
export function readView(search: string): View {
  const query = new URLSearchParams(search);
  const box = readRectangle(query.get('box') ?? '');
  const near = readPoint(query.get('near') ?? '');
  const sort = sorts.find((key) => key === query.get('sort')) ?? 'relevance';
  const open = query.get('open') ?? '';
  const q = query.get('q') ?? '';
  return {
    q,
    exact: q !== '' && query.get('match') === 'exact',
    off: q === '' ? [] : wordRoles.filter((name) => query.get(`q.${name}`) === 'off'),
    filters: Object.fromEntries(
      facetNames.flatMap((name) => {
        const values = [...new Set(query.getAll(name).filter((value) => value !== ''))];
        return values.length === 0 ? [] : [[name, values]];
      }),
    ),
    rating: ratings.find((rating) => rating === query.get('rating')),
    openNow: query.get('hours') === 'now',
    saved: [...new Set(query.getAll('saved').filter((id) => id !== ''))].slice(0, MAX_SAVED),
    sort: sort === 'distance' && !near ? 'relevance' : sort,
    box: near ? undefined : box,
    around: near || box ? undefined : readPosition(query.get('around') ?? ''),
    near,
    at: readPosition(query.get('at') ?? ''),
    open: isOpenable(open) ? open : undefined,
    request: query.get('request') === 'shown',
    language: languages.find((language) => language === query.get('lang')),
  };
}

/** The query of the page URL with its `?`, or an empty string for the empty view. */
export function printView(view: View): string {
  const query = new URLSearchParams();
  if (view.q !== '') query.set('q', view.q);
  if (view.exact && view.q !== '') query.set('match', 'exact');
  if (view.q !== '') for (const name of view.off) query.set(`q.${name}`, 'off');
  for (const name of facetNames) for (const value of view.filters[name] ?? []) query.append(name, value);
  if (view.rating) query.set('rating', view.rating);
  if (view.openNow) query.set('hours', 'now');
  for (const id of view.saved) query.append('saved', id);
  if (view.sort !== 'relevance') query.set('sort', view.sort);
  if (view.box) query.set('box', printRectangle(view.box));
  if (view.near) query.set('near', `${view.near.lat},${view.near.lng}`);
  if (view.around) query.set('around', printPosition(view.around));
  if (view.at) query.set('at', printPosition(view.at));
  if (view.open !== undefined) query.set('open', view.open);
  if (view.request) query.set('request', 'shown');
  if (view.language) query.set('lang', view.language);
  const printed = query.toString();
  return printed === '' ? '' : `?${printed}`;
}

export function printPosition({ lat, lng, zoom }: MapPosition): string {
  return `${lat},${lng},${zoom}`;
}

function readPoint(text: string): Point | undefined {
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? [];
  const point = { lat: Number(lat), lng: Number(lng) };
  return Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? point : undefined;
}

function readPosition(text: string): MapPosition | undefined {
  const [, place = '', zoom] = /^(.+),(\d{1,2}(?:\.\d{1,2})?)$/.exec(text) ?? [];
  const point = readPoint(place);
  return point && { ...point, zoom: Number(zoom) };
}

/** Farther out, a map shows no place in particular. */
const FARTHEST = 5;

export function showsPlace({ zoom }: MapPosition): boolean {
  return zoom >= FARTHEST;
}

/**
 * A search for other words begins with what the map shows, and with other filters where the user has moved the map. Then the map
 * moves to the results, unless the search is that of what it shows.
 *
 * @param shown undefined if the map shows no place in particular
 */
export function startedFrom(shown: MapPosition | undefined, before: View, next: View): View {
  const isKept = next.at !== before.at || conditionsText(before) === conditionsText(next);
  const isSameArea = next.box !== undefined && JSON.stringify(next.box) === JSON.stringify(before.box);
  if (isKept || isSameArea) return next;
  const isNew = next.q !== before.q || !hasConditions(before);
  const moved = before.at && showsPlace(before.at) ? before.at : before.around;
  const around = isNew ? shown : moved;
  return { ...next, at: undefined, around: next.box || next.near ? undefined : around };
}

/** Equal for views that search for the same. */
function conditionsText({ q, exact, off, filters, rating, openNow, saved, box, near }: View): string {
  return JSON.stringify([q, exact, off, filters, rating, openNow, saved, box, near]);
}

/** The same search with other words. It leaves the area of the map that was searched. */
export function withWords(view: View, q: string): View {
  return { ...view, q, exact: false, off: [], box: undefined, open: undefined };
}

/**
 * A change of filters, together with the words in the search box. Without words, the box had the names of the chosen kinds: what the
 * user typed over them replaces these kinds too.
 */
export function refinedWith(view: View, q: string, change: (view: View) => View): View {
  const next = change(withWords(view, q));
  // The user changes the filters that are shown. What was turned off for other words says nothing of these.
  if (view.q !== '') return { ...next, off: [] };
  const added = next.filters.kind?.filter((id) => !view.filters.kind?.includes(id)) ?? [];
  return { ...next, filters: { ...next.filters, kind: added.length === 0 ? undefined : added }, off: [] };
}

/** Another search. Nothing remains of what was chosen for the one before, but the position of the user. */
export function newSearch(before: View, { q = '', filters = {} }: Partial<Pick<View, 'q' | 'filters'>>): View {
  const { near, at, around, request, language, sort } = before;
  const order = sort === 'distance' ? sort : 'relevance';
  return { ...emptyView, q, filters, near, at, around, request, language, sort: order };
}

/** Toggles facet values that the reader takes for one. */
export function toggled({ filters, ...view }: View, name: FacetName, ...toggle: readonly string[]): View {
  const chosen = filters[name] ?? [];
  const others = chosen.filter((other) => !toggle.includes(other));
  const values = others.length < chosen.length ? others : [...chosen, ...toggle];
  return { ...view, filters: { ...filters, [name]: values.length === 0 ? undefined : values } };
}

/** Removes the search centre and the sort by distance. */
export function withoutNear(view: View): View {
  return { ...view, near: undefined, sort: view.sort === 'distance' ? 'relevance' : view.sort };
}
