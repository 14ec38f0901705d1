import { check } from '@placemarkio/check-geojson';
import fc from 'fast-check';
import { getWithRetry } from '../support/retry.js';
import { countPlaces, getTile, type TileAnswer } from '../support/tiles.js';
import { describeOverRhodeIsland, importRhodeIsland, readRhodeIsland } from '../support/rhode-island.js';
import { useDirectory } from '../support/use-directory.js';
import { searches } from './generators.js';
import { type Places, preparePlaces } from './places.js';
import { printSearch } from './print.js';
import { SYNTHETIC_PLACES } from './synthetic-places.js';

/** The number of searches. */
const CASES = Number(process.env.PROPERTY_CASES ?? 300);

/** `PROPERTY_SEED` repeats an earlier run. */
const SEED = Number(process.env.PROPERTY_SEED ?? Date.now() % 2 ** 31);

describeOverRhodeIsland('map formats of random place searches', () => {
  let places: Places;

  const { directory, tokens } = useDirectory({
    env: { SEARCH_TIMEOUT: '20000' },
    places: [...SYNTHETIC_PLACES],
    fill: importRhodeIsland,
    tokens: ['application'],
  });

  const get = async (path: string) => {
    const response = await getWithRetry(directory, path, tokens.application);
    if (response.status !== 200) throw new Error(`${response.status} ${response.text}`);
    return response;
  };

  beforeAll(() => {
    places = preparePlaces([...readRhodeIsland(), ...SYNTHETIC_PLACES]);
  });

  it(`are valid GeoJSON with the places of the JSON, for ${CASES} searches (PROPERTY_SEED=${SEED})`, async () => {
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
    await fc.assert(property, { seed: SEED, numRuns: CASES });
    expect(withPlaces).toBeGreaterThan(CASES / 4);
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
    await fc.assert(property, { seed: SEED, numRuns: Math.ceil(CASES / 15) });
    expect(deepest).toBe(22);
  }, 600_000);
});
