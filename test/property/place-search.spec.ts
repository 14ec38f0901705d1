import { check } from '@placemarkio/check-geojson';
import fc from 'fast-check';
import { kindsOfPlace, shownKinds } from '../../src/places/kinds/place-kinds.js';
import { PlaceReader } from '../../src/places/place-reader.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { getWithRetry } from '../support/retry.js';
import { describeOverRhodeIsland, importRhodeIsland, readRhodeIsland } from '../support/rhode-island.js';
import { countPlaces, getTile, type TileAnswer } from '../support/tiles.js';
import { useDirectory } from '../support/use-directory.js';
import { FILTERABLE } from './fields.js';
import { fieldsWithoutValues, searches } from './generators.js';
import { matchingPlaces } from './evaluate.js';
import { metresBetween } from './geography.js';
import { Order } from './order.js';
import { type Places, preparePlaces } from './places.js';
import { printSearch } from './print.js';
import { type Search } from './search.js';
import { SYNTHETIC_PLACES } from './synthetic-places.js';
import { SEED } from './seed.js';

/** The number of searches. */
const CASES = Number(process.env.PROPERTY_CASES ?? 200);

/** The number of searches for a map. */
const FORMAT_CASES = CASES / 2;

/** Concurrent searches: Elasticsearch and the evaluator work at the same time. */
const LANES = 4;

interface Shown {
  id: string;
  location?: { distance?: string };
}

async function areasById(reader: PlaceReader): Promise<ReadonlyMap<string, PlaceRecord['areas']>> {
  const byId = new Map<string, PlaceRecord['areas']>();
  for (let last = ''; ;) {
    const records = await reader.after(last, 10_000);
    for (const { id, areas } of records) byId.set(id, areas);
    if (records.length === 0) return byId;
    last = records.at(-1)?.id ?? last;
  }
}

describeOverRhodeIsland('random place searches', () => {
  let places: Places;
  let positions: ReadonlyMap<string, number>;
  const counts = { some: 0, pages: 0, distances: 0 };

  const { directory, tokens } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [...SYNTHETIC_PLACES],
    fill: importRhodeIsland,
    tokens: ['application'],
  });

  const search = (query: string) => getWithRetry(directory, `/v2/places?${query}`, tokens.application);

  beforeAll(async () => {
    const areas = await areasById(directory.app.get(PlaceReader));
    const records = [...readRhodeIsland(), ...SYNTHETIC_PLACES].map((record) => ({
      ...record,
      areas: areas.get(record.id) ?? [],
      kinds: shownKinds(kindsOfPlace(record)).map((id) => ({ id })),
    }));
    places = preparePlaces(records);
    positions = new Map(places.ids.map((id, at) => [id, at]));
  });

  it(`returns the places that match, for ${CASES} searches (PROPERTY_SEED=${SEED})`, async () => {
    process.stdout.write(`Property tests: ${CASES} searches, PROPERTY_SEED=${SEED}\n`);
    const property = fc.asyncProperty(searches(places), async (generated) => {
      const response = search(printSearch(generated));
      const expected = matchingPlaces(generated, places);
      const { status, body, text } = await response;
      if (status !== 200) throw new Error(`${status} ${text}`);
      const { header, places: page } = body.results as { header: { found: number }; places: Shown[] };
      expect(header.found).toBe(expected.length);
      expectPage(generated, expected, page);
      if (expected.length > 0 && expected.length < places.ids.length) counts.some += 1;
      if (page.length > 1) counts.pages += 1;
    });
    const runs = Math.ceil(CASES / LANES);
    await Promise.all(
      Array.from({ length: LANES }, (_, lane) => fc.assert(property, { seed: SEED + lane, numRuns: runs })),
    );
    process.stdout.write(`${counts.some} found some places and not all, ${counts.pages} had a page to order\n`);
    // Searches that match no place or all places prove little.
    expect(counts.some).toBeGreaterThan(CASES / 5);
    expect(counts.pages).toBeGreaterThan(CASES / 6);
    expect(counts.distances).toBeGreaterThan(CASES / 6);
  }, 600_000);

  it('has values for nearly all fields', () => {
    const without = fieldsWithoutValues(places);
    if (without.length > 0) process.stdout.write(`No test place has a value of: ${without.join(', ')}\n`);
    expect(without.length).toBeLessThan(FILTERABLE.size / 10);
  });

  it('includes the edges of a rectangle, also of one without width and height', async () => {
    const sample = places.ids.flatMap((id, at) => {
      const point = places.points[at];
      return point && (at % 100 === 0 || at > places.ids.length - SYNTHETIC_PLACES.length) ? [{ id, ...point }] : [];
    });
    const lost: string[] = [];
    for (const { id, lat, lng } of sample) {
      const [north, south] = [Math.min(90, lat + 1), Math.max(-90, lat - 1)];
      const [west, east] = [lng - 1 < -180 ? lng + 359 : lng - 1, lng + 1 > 180 ? lng - 359 : lng + 1];
      for (const [n, w, s, e] of [
        [lat, lng, south, east],
        [north, west, lat, lng],
        [lat, lng, lat, lng],
      ]) {
        const box = `location.nw.lat=${n}&location.nw.lng=${w}&location.se.lat=${s}&location.se.lng=${e}`;
        const { body } = await search(`fq=id:${id}&${box}`);
        if (body.results.header.found !== 1) lost.push(`${id} ${box}`);
      }
    }
    expect(lost).toEqual([]);
  }, 60_000);

  describe('in map formats', () => {
    const get = async (path: string) => {
      const response = await getWithRetry(directory, path, tokens.application);
      if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
      return response;
    };

    it(`are valid GeoJSON with the places of the JSON, for ${FORMAT_CASES} searches (PROPERTY_SEED=${SEED})`, async () => {
      let withPlaces = 0;
      const property = fc.asyncProperty(searches(places), async (search) => {
        const query = printSearch(search);
        const [geojson, json] = await Promise.all([
          get(`/v2/places?${query}&wt=geojson`),
          get(`/v2/places?${query}&wt=json`),
        ]);
        check(geojson.text);
        const { features, header } = geojson.body;
        expect(features.map(({ properties }: { properties: object }) => properties)).toEqual(json.body.results.places);
        expect(header.found).toBe(json.body.results.header.found);
        if (features.length > 0) withPlaces += 1;
      });
      await fc.assert(property, { seed: SEED, numRuns: FORMAT_CASES });
      expect(withPlaces).toBeGreaterThan(FORMAT_CASES / 4);
    }, 600_000);

    it(`have in a tile what its four parts have, and at first what is found (PROPERTY_SEED=${SEED})`, async () => {
      const tile = async (address: string, query: string): Promise<TileAnswer> => {
        const answer = await getTile(directory, tokens.application, address, { query });
        if (answer.status !== 200 && answer.status !== 204) throw new Error(`${answer.status} for ${address}?${query}`);
        return answer;
      };
      let deepest = 0;
      const property = fc.asyncProperty(searches(places), fc.infiniteStream(fc.nat(3)), async (search, turns) => {
        const query = `${printSearch({ ...search, order: [] })}&fq=${encodeURIComponent('location:[* TO *]')}`;
        let parent = { z: 0, x: 0, y: 0 };
        let count = (await get(`/v2/places?${query}`)).body.results.header.found as number;
        expect(countPlaces(await tile('0/0/0', query))).toBe(count);
        while (count > 0 && parent.z < 22) {
          const parts = [0, 1, 2, 3].map((at) => ({
            z: parent.z + 1,
            x: 2 * parent.x + (at % 2),
            y: 2 * parent.y + Math.floor(at / 2),
          }));
          const tiles = await Promise.all(parts.map(({ z, x, y }) => tile(`${z}/${x}/${y}`, query)));
          const counts = tiles.map(countPlaces);
          expect(counts.reduce((sum, part) => sum + part, 0)).toBe(count);
          // Continues in one of the parts that have places.
          const turn = Number(turns.next().value);
          const next = [0, 1, 2, 3].map((at) => (at + turn) % 4).find((at) => (counts[at] ?? 0) > 0) ?? 0;
          parent = parts[next] ?? parent;
          count = counts[next] ?? 0;
          deepest = Math.max(deepest, parent.z);
        }
      });
      await fc.assert(property, { seed: SEED, numRuns: Math.ceil(FORMAT_CASES / 15) });
      expect(deepest).toBe(22);
    }, 600_000);
  });

  function expectPage(generated: Search, expected: readonly number[], page: readonly Shown[]): void {
    const { order, start, rows, centre } = generated;
    const shown = page.map(({ id }) => positions.get(id) ?? -1);
    expect(shown).toHaveLength(Math.max(0, Math.min(rows, expected.length - start)));
    expect(new Set(shown).size).toBe(shown.length);
    const members = new Set(expected);
    expect(shown.filter((at) => !members.has(at))).toEqual([]);
    if (order.length > 0) expectOrder(new Order(generated, places), expected, shown, start);
    const wrong = page.filter(({ id, location }) => {
      const point = places.points[positions.get(id) ?? -1];
      if (!centre || !point) return location?.distance !== undefined;
      counts.distances += 1;
      return !(Math.abs(Number(location?.distance) - metresBetween(centre, point)) < 0.52);
    });
    expect(wrong).toEqual([]);
  }

  /** Expects each place at its rank, or another whose order with it is ambiguous. */
  function expectOrder(order: Order, expected: readonly number[], shown: readonly number[], start: number): void {
    const ranked = order.sort(expected).slice(start, start + shown.length);
    const wrong = shown.flatMap((at, rank) => {
      const wanted = ranked[rank] ?? -1;
      const before = shown[rank - 1];
      const isInOrder = before === undefined || order.compare(before, at) < 0 || order.isAmbiguous(before, at);
      return isInOrder && (at === wanted || order.isAmbiguous(at, wanted))
        ? []
        : [[places.ids[at], places.ids[wanted]]];
    });
    expect(wrong).toEqual([]);
  }
});
