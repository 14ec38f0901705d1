import { facetFields, type FacetName, facetNames, type Language, type Point, type View } from './view.js';

const ROWS = 20;

/** Values of a facet that come with a search. */
export const FACET_VALUES = 10;

/** The most that the service counts. */
export const COUNTED_VALUES = 100;

/** What a list shows. */
const FIELDS = '*,kinds,featured.photo.medium,open,openChanges,timeZone';

/** A view, and where its search begins. */
export type Searched = Omit<View, 'around'> & { readonly around?: Point | undefined };

/** Quotes a text as a value of the filter language. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The `fq` values of a view, one per field. */
export function filtersOf({ filters, saved, rating }: Pick<View, 'filters' | 'saved' | 'rating'>): string[] {
  const facets = facetNames.map((name) => [facetFields[name], filters[name] ?? []] as const);
  const chosen = [...facets, ['id', saved] as const].flatMap(([field, values]) => {
    const [only] = values;
    if (only === undefined) return [];
    return [`${field}:${values.length === 1 ? quoted(only) : `(${values.map(quoted).join(' OR ')})`}`];
  });
  return rating ? [...chosen, `statistics.rating:[${rating} TO *]`] : chosen;
}

/** The location parameters of a view. Only its box limits the result. */
function locationOf({ box, near, around }: Searched): [string, string][] {
  if (near) {
    return [
      ['location.lat', String(near.lat)],
      ['location.lng', String(near.lng)],
    ];
  }
  if (!box) return around ? [['location.bias', printPoint(around)]] : [];
  return [
    ['location.nw.lat', String(box.north)],
    ['location.nw.lng', String(box.west)],
    ['location.se.lat', String(box.south)],
    ['location.se.lng', String(box.east)],
  ];
}

/** A hundred metres are near enough, and searches of a map that has hardly moved are cached. */
const DIGITS = 3;

function printPoint({ lat, lng }: Point): string {
  return [lat, lng].map((degrees) => String(Number(degrees.toFixed(DIGITS)))).join(',');
}

/** The conditions of a view. */
function conditionsOf(view: Searched): [string, string][] {
  return [
    ...(view.q === '' ? [] : [['q', view.q] as [string, string]]),
    ...(view.exact ? [['match', 'exact'] as [string, string]] : []),
    ...(view.q === '' ? [] : view.off.map((name): [string, string] => [`q.${name}`, 'off'])),
    ...filtersOf(view).map((filter): [string, string] => ['fq', filter]),
    ...(view.openNow ? [['open', 'now'] as [string, string]] : []),
    ...locationOf(view),
  ];
}

/** The search path of a view: `/v2/places?…`. */
export function searchPath(view: Searched): string {
  return pathOf('/v2/places', [...listOf(view), ...facetsOf()]);
}

/** The path of a search that counts nothing for filters. */
export function listPath(view: Searched): string {
  return pathOf('/v2/places', listOf(view));
}

function listOf(view: Searched): [string, string][] {
  return [
    ...conditionsOf(view),
    ...(view.sort === 'relevance' ? [] : [['sort', view.sort] as [string, string]]),
    ['fl', FIELDS],
    ['rows', String(ROWS)],
  ];
}

function facetsOf(): [string, string][] {
  const fields = facetNames.map((name): [string, string] => ['facet.field', facetFields[name]]);
  return [...fields, ['facet.limit', String(FACET_VALUES)]];
}

/** The path that counts what the filters of a view can find. */
export function facetsPath(view: Searched): string {
  return pathOf('/v2/places', [...conditionsOf(view), ['fl', 'id'], ['rows', '1'], ...facetsOf()]);
}

/** The path that counts the values of a facet, as if none of them was chosen. */
export function countPath({ filters, ...view }: Searched, name: FacetName): string {
  return pathOf('/v2/places', [
    ...conditionsOf({ ...view, filters: { ...filters, [name]: undefined } }),
    ['fl', 'id'],
    ['rows', '1'],
    ['facet.field', facetFields[name]],
    ['facet.limit', String(COUNTED_VALUES)],
  ]);
}

/** The path of a vector tile with all places of a view. Only words may mean others elsewhere. */
export function tilePath(view: Searched, { z, x, y }: { z: number; x: number; y: number }): string {
  return pathOf(
    `/v2/places/tiles/${z}/${x}/${y}.mvt`,
    conditionsOf(view.q === '' ? { ...view, around: undefined } : view),
  );
}

/** The suggestion path for a text. Places near to the position of a view come first. What was chosen limits nothing: it is left (`newSearch`). */
export function suggestPath(view: Searched, typed: string): string {
  return pathOf('/v2/places/suggest', [['q', typed], ...locationOf({ ...view, box: undefined }), ['rows', '8']]);
}

/** The addresses that name places. The hours of a place have no name. */
const naming = /^\/v2\/(?:places|users\/[^/?]+\/places)(?![^?]*\/hours)(?:[/?]|$)/;

/** Adds the language of the page to the path of a response with names of places, unless it has one, as links to further pages do. */
export function inLanguage(path: string, language: Language): string {
  if (!naming.test(path) || /[?&]lang=/.test(path)) return path;
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;
}

/** Encodes like the service's links: a space is `%20`. */
function pathOf(path: string, pairs: readonly [string, string][]): string {
  return `${path}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
