import { activityOf } from './activity.js';
import { housesOf } from './addresses.js';
import { island, planOf } from './plan.js';
import { placesOf } from './places.js';
import { cityName, islandName } from './streets.js';

/** The seed of the island that `seed` loads. All replicas draw the same, so the plan is not stored. */
const SEED = 7;

let plan: Buffer | undefined;

/** The plan of the island: GeoJSON. Drawing takes some tenths of a second, the first time. */
export function samplePlan(): Buffer {
  return (plan ??= Buffer.from(JSON.stringify(planOf(island(SEED)))));
}

/** The source of the places of the island. */
export const sampleSource = {
  name: 'Velmara, an invented island',
  license: null,
  attribution: 'Velmara, an invented island',
};

let records: ReturnType<typeof activityOf> | undefined;

/** The places of the island, and people who were there: records in the shape of the API. */
export function sampleRecords() {
  if (!records) {
    const { town, onEarth } = island(SEED);
    records = activityOf(placesOf(housesOf(town), onEarth, SEED), SEED);
  }
  return records;
}

interface Areas {
  named(key: string): readonly { readonly type: string; readonly country?: string }[];
}

/** Whether places of the island are among the data. */
export function hasSample(areas: Areas): boolean {
  return areas.named(cityName.toLowerCase()).some(({ type, country }) => type === 'city' && country === islandName);
}
