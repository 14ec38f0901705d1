import { type Tile, tileOf } from '../../../src/places/tiles/tile-grid.js';
import { Random } from '../../../src/demonstration/island/random.js';
import { type Bench, type GroupResult } from '../bench.js';
import { type Check } from '../measure/check.js';
import { type Comparison } from '../measure/comparison.js';
import { takeTurns } from '../measure/rounds.js';
import { type SearchedPlace, term } from '../requests/searches.js';
import { type Service } from '../world/services.js';
import { type World } from '../world/world.js';
import { serviceAt } from './contestants.js';

const connections = 4;
const count = 300;

/** Zoom levels of the world, a city and a street. */
const zooms = { far: [0, 3, 6], city: [9, 11, 12], street: [14, 16, 18] };

interface Place {
  readonly path: string;
  readonly point: { readonly lat: number; readonly lng: number };
}

/** Map tiles without cached responses, and searches with the same words or without words. */
export async function tilesGroup({ load, services, small, rounds, seed }: Bench): Promise<GroupResult[]> {
  const service = await services.of(small, 'withoutCache');
  const comparisons: Comparison[] = [];
  const checks: Check[] = [];
  for (const [kind, searches] of Object.entries(searchesOf(small, new Random(seed)))) {
    for (const [distance, levels] of Object.entries(zooms)) {
      const random = new Random(seed);
      const tiles = searches.map(({ path, point }) => tilePath(path, tileOf(point, random.pick(levels))));
      const pair = [
        { ...serviceAt(service, await withPlaces(service, tiles)), name: 'tiles' },
        {
          ...serviceAt(
            service,
            searches.map(({ path }) => path),
          ),
          name: 'searches',
        },
      ] as const;
      const comparison = await takeTurns(load, `${kind}, ${distance}`, pair, { ...rounds, connections });
      comparisons.push(comparison);
      const name = `tile of ${kind}, ${distance}, p99 at ${connections} connections`;
      checks.push({ name, measured: comparison.ratios.p99, atMost: 2, unit: 'times a search' });
    }
  }
  return [{ name: 'map tiles', comparisons, checks }];
}

/** Searches, each with a place that it should find. */
function searchesOf({ places }: World, random: Random): Record<string, Place[]> {
  const chosen = random.shuffle(places).slice(0, count);
  const of = (pathOf: (place: SearchedPlace) => string | undefined): Place[] =>
    chosen.flatMap((place) => {
      const [path, { location }] = [pathOf(place), place];
      return path !== undefined && location
        ? [{ path, point: { lat: Number(location.lat), lng: Number(location.lng) } }]
        : [];
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
