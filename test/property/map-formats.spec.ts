import { check } from '@placemarkio/check-geojson';
import fc from 'fast-check';
import { getWithRetry } from '../support/retry.js';
import { describeOverRhodeIsland, importRhodeIsland, readRhodeIsland } from '../support/rhode-island.js';
import { useDirectory } from '../support/use-directory.js';
import { searches } from './generators.js';
import { type Places, preparePlaces } from './places.js';
import { printSearch } from './print.js';
import { SYNTHETIC_PLACES } from './synthetic-places.js';

/** The number of searches. */
const CASES = Number(process.env.PROPERTY_CASES ?? 1000);

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
});
