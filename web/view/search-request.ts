import { facetFields, type FacetName, facetNames, type View } from './view.js';

const ROWS = 20;
const FACET_VALUES = 10;

/** More than a menu shows, so that chosen values are counted too. */
const COUNTED_VALUES = 100;

/** What a list shows. */
const FIELDS = '*,featured.photo.medium,open';

/** Quotes a text as a value of the filter language. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/** The `fq` values of a view, one per field. */
export function filtersOf({ filters }: Pick<View, 'filters'>): string[] {
  return facetNames.flatMap((name) => {
    const values = filters[name] ?? [];
    const [only] = values;
    if (only === undefined) return [];
    return [`${facetFields[name]}:${values.length === 1 ? quoted(only) : `(${values.map(quoted).join(' OR ')})`}`];
  });
}

/** The location parameters of a view. */
function locationOf({ box, near }: View): [string, string][] {
  if (near) {
    return [
      ['location.lat', String(near.lat)],
      ['location.lng', String(near.lng)],
    ];
  }
  if (!box) return [];
  return [
    ['location.nw.lat', String(box.north)],
    ['location.nw.lng', String(box.west)],
    ['location.se.lat', String(box.south)],
    ['location.se.lng', String(box.east)],
  ];
}

/** The conditions of a view. */
function conditionsOf(view: View): [string, string][] {
  return [
    ...(view.q === '' ? [] : [['q', view.q] as [string, string]]),
    ...(view.exact ? [['match', 'exact'] as [string, string]] : []),
    ...filtersOf(view).map((filter): [string, string] => ['fq', filter]),
    ...(view.openNow ? [['open', 'now'] as [string, string]] : []),
    ...locationOf(view),
  ];
}

/** The search path of a view: `/v2/places?…`. */
export function searchPath(view: View): string {
  return pathOf('/v2/places', [
    ...conditionsOf(view),
    ...(view.sort === 'relevance' ? [] : [['sort', view.sort] as [string, string]]),
    ['fl', FIELDS],
    ['rows', String(ROWS)],
    ...facetNames.map((name): [string, string] => ['facet.field', facetFields[name]]),
    ['facet.limit', String(FACET_VALUES)],
  ]);
}

/** The path that counts the values of a facet, as if none of them was chosen. */
export function countPath({ filters, ...view }: View, name: FacetName): string {
  return pathOf('/v2/places', [
    ...conditionsOf({ ...view, filters: { ...filters, [name]: undefined } }),
    ['fl', 'id'],
    ['rows', '1'],
    ['facet.field', facetFields[name]],
    ['facet.limit', String(COUNTED_VALUES)],
  ]);
}

/** The path of a vector tile with all places of a view. */
export function tilePath(view: View, { z, x, y }: { z: number; x: number; y: number }): string {
  return pathOf(`/v2/places/tiles/${z}/${x}/${y}.mvt`, conditionsOf(view));
}

/** The suggestion path for a text, with the filters and location of a view. */
export function suggestPath(view: View, typed: string): string {
  return pathOf('/v2/places/suggest', [
    ['q', typed],
    ...filtersOf(view).map((filter): [string, string] => ['fq', filter]),
    ...locationOf(view),
    ['rows', '8'],
  ]);
}

/** Encodes like the service's links: a space is `%20`. */
function pathOf(path: string, pairs: readonly [string, string][]): string {
  return `${path}?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
