import { Random } from '../../../test/support/random.js';
import { type Tile, tileOf } from '../../../src/places/tiles/tile-grid.js';
import { type PlaceLine } from '../../places.js';
import { type Bench, type Check, type GroupResult } from '../bench.js';
import { type Comparison, takeTurns } from '../measure.js';
import { around, type Kind, searchesOf, term } from '../searches.js';
import { type Service, serviceAt } from '../services.js';
import { type World } from '../world.js';

const connections = 4;

type Search = ReturnType<Kind>;

/** Metres: the half of a polygon's height and width, and the radius of the circles and lines beside it. */
const radius = 2000;
const metresPerDegree = 111_195;

/** Synonyms have one of these words. Names have few of them. */
const kindsOfPlaces =
  'drugstore, barber, car wash, gas station, eatery, gym, church, library, hotel, supermarket, bakery, dentist'.split(
    ', ',
  );

/** Searches that use an ability, and the plainest search for about the same places. */
const abilities: Readonly<Record<string, readonly [ability: Kind, plain: Kind]>> = {
  polygon: [polygon, circle],
  line: [line, circle],
  'inflections and synonyms': [named, (place, random) => withParameters(named(place, random), { match: 'exact' })],
  'where in words': [
    (place, random) => inCity(place, random, (q, city) => ({ q: `${q} in ${city}` })),
    (place, random) => inCity(place, random, (q, city) => ({ q, fq: `address.city:"${city}"` })),
  ],
  'open at a time': [(place, random) => withParameters(circle(place, random), { open: '2026-11-23T19:30' }), circle],
};

/** What inflections, synonyms, places in words, shapes and opening hours cost, without cached responses. */
export async function abilitiesGroup({ services, small, rounds, seed }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'withoutCache');
  const comparisons: Comparison[] = [];
  const measure = async (name: string, ability: readonly string[], plain: readonly string[]): Promise<void> => {
    const pair = [serviceAt(service, ability, name), serviceAt(service, plain, 'plain')] as const;
    comparisons.push(await takeTurns(name, pair, { ...rounds, connections }));
  };
  for (const [name, [ability, plain]] of Object.entries(abilities)) {
    // Both sides take the same places and random numbers.
    const of = (kind: Kind): string[] => searchesOf(kind, 1000, small.places, new Random(seed));
    await measure(name, of(ability), of(plain));
  }
  return [{ name: 'abilities', comparisons, checks: [] }];
}

function circle({ location }: PlaceLine, random: Random): Search {
  return location && { ...around(location, random), 'location.radius': String(radius) };
}

function polygon({ location }: PlaceLine, random: Random): Search {
  if (!location) return undefined;
  const [lat = 0, lng = 0] = Object.values(around(location, random)).map(Number);
  const corners = Array.from({ length: 12 }, (_, at) => {
    const angle = (at * Math.PI) / 6;
    const height = (radius / metresPerDegree) * Math.sin(angle);
    const width = ((radius / metresPerDegree) * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180);
    return `${(lat + height).toFixed(5)},${(lng + width).toFixed(5)}`;
  });
  return { 'location.polygon': corners.join(';') };
}

/** Ten points, one every quarter of the radius. */
function line({ location }: PlaceLine, random: Random): Search {
  if (!location) return undefined;
  const [lat = 0, lng = 0] = Object.values(around(location, random)).map(Number);
  const step = radius / 4 / metresPerDegree;
  const points = Array.from(
    { length: 10 },
    (_, at) => `${(lat + step * (at - 5)).toFixed(5)},${(lng + step * (at % 2)).toFixed(5)}`,
  );
  return { 'location.line': points.join(';'), 'location.radius': String(radius / 2) };
}

/** A kind of place and a word of a name in turn. */
function named(place: PlaceLine, random: Random): Search {
  if (random.next() < 0.5) return term(place, random);
  const city = place.address?.city;
  return city === undefined ? undefined : { q: random.pick(kindsOfPlaces), fq: `address.city:"${city}"` };
}

function inCity(place: PlaceLine, random: Random, write: (q: string, city: string) => Search): Search {
  const [q, city] = [term(place, random)?.q, place.address?.city];
  return typeof q === 'string' && city !== undefined ? write(q, city) : undefined;
}

function withParameters(parameters: Search, more: Record<string, string>): Search {
  return parameters && { ...parameters, ...more };
}

/** Zoom levels of the world, a city and a street. */
const zooms = { far: [0, 3, 6], city: [9, 11, 12], street: [14, 16, 18] };

/** Map tiles without cached responses, and searches with the same words or without words. */
export async function tilesGroup({ services, small, rounds, seed }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'withoutCache');
  const comparisons: Comparison[] = [];
  const checks: Check[] = [];
  for (const [kind, searches] of Object.entries(locatedSearches(small, new Random(seed)))) {
    const paths = searches.map(({ path }) => path);
    const plain = serviceAt(service, paths, 'searches');
    for (const [distance, levels] of Object.entries(zooms)) {
      const random = new Random(seed);
      const tiles = searches.map(({ path, point }) => tilePath(path, tileOf(point, random.pick(levels))));
      const pair = [serviceAt(service, await withPlaces(service, tiles), 'tiles'), plain] as const;
      const comparison = await takeTurns(`${kind}, ${distance}`, pair, { ...rounds, connections });
      comparisons.push(comparison);
      const name = `tile of ${kind}, ${distance}, p99 at ${connections} connections`;
      checks.push({ name, measured: comparison.ratios.p99, atMost: 2, unit: 'times a search' });
    }
  }
  return [{ name: 'map tiles', comparisons, checks }];
}

interface LocatedSearch {
  readonly path: string;
  readonly point: { readonly lat: number; readonly lng: number };
}

/** Searches, each with a place that it should find. */
function locatedSearches({ places }: World, random: Random): Record<string, LocatedSearch[]> {
  const chosen = random.shuffle(places).slice(0, 300);
  const of = (pathOf: (place: PlaceLine) => string | undefined): LocatedSearch[] =>
    chosen.flatMap((place) => {
      const [path, { location }] = [pathOf(place), place];
      if (path === undefined || !location) return [];
      return [{ path, point: { lat: Number(location.lat), lng: Number(location.lng) } }];
    });
  return {
    words: of((place) => {
      const q = term(place, random)?.q;
      return typeof q === 'string' ? `/v2/places?${new URLSearchParams({ q }).toString()}` : undefined;
    }),
    'no words': of(({ id }) => `/v2/places?start=${id.length}`),
  };
}

function tilePath(search: string, { z, x, y }: Tile): string {
  const q = new URLSearchParams(search.split('?')[1]).get('q');
  return `/v2/places/tiles/${z}/${x}/${y}.mvt${q === null ? '' : `?${new URLSearchParams({ q }).toString()}`}`;
}

/** The tiles that are not empty: the load generator expects one status. */
async function withPlaces({ url, token }: Service, paths: readonly string[]): Promise<string[]> {
  const filled: string[] = [];
  for (const path of paths) {
    const { status } = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (status === 200) filled.push(path);
  }
  return filled;
}
