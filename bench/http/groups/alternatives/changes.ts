import { Client } from 'pg';
import { type PlaceRecord } from '../../../../src/places/place.js';
import { changeInPlainIndex } from '../../baselines/plain/plain-index.js';
import { changeInSolr } from '../../baselines/solr/documents.js';
import { type World } from '../../world/world.js';
import { type Sides } from './sides.js';

const intervalMs = 1000;

/** The number of places that change in turn. */
const changed = 100;

/**
 * Changes a place every second, for all sides, and makes the change visible to searches: caches and segments of each side
 * become invalid. @returns a function that ends it; it throws if a change failed
 */
export async function beginChanges(world: World, { plain, solr }: Sides): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: world.env.DATABASE_URL });
  await client.connect();
  const places = firstPlaces(world);
  let turn = 0;
  let last: Promise<unknown> = Promise.resolve();
  let failure: unknown;
  const change = async (place: PlaceRecord): Promise<void> => {
    const { id } = place;
    const statistics = { ...place.statistics, pageviews: String(Number(place.statistics?.pageviews ?? 0) + 1) };
    await client.query('UPDATE places SET pageviews = COALESCE(pageviews, 0) + 1 WHERE id = $1', [id]);
    await changeInPlainIndex(plain, id, { statistics });
    if (typeof solr !== 'string') await changeInSolr(`${solr.url}/cached`, { ...place, statistics });
  };
  const timer = setInterval(() => {
    const place = places[turn++ % places.length];
    if (!place) return;
    last = last
      .then(() => change(place))
      .catch((error: unknown) => {
        failure ??= error;
        clearInterval(timer);
      });
  }, intervalMs);
  return async () => {
    clearInterval(timer);
    await last;
    await client.end();
    if (failure !== undefined) throw failure as Error;
  };
}

function firstPlaces(world: World): PlaceRecord[] {
  const places: PlaceRecord[] = [];
  for (const line of world.lines()) {
    if (places.push(JSON.parse(line) as PlaceRecord) === changed) break;
  }
  return places;
}
