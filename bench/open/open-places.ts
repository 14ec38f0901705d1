import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { StartFailure } from '../../dev/services/start-failure.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { derivedPlaces } from '../import/derived-places.js';
import { Random } from '../../src/demonstration/island/random.js';
import { rhodeIslandLines } from '../rhode-island.js';

/** In Helsinki 39 of 100 places have opening hours. */
const SHARE_WITH_HOURS = 0.39;

/** One of so many texts is varied, so that more of them are distinct, as in a larger city. */
const VARIED = 4;

interface Features {
  features: { properties: Record<string, string> & { tags?: Record<string, string> } }[];
}

/** The opening hours of Helsinki's places in OpenStreetMap, as often as they occur. */
function helsinkiHours(): string[] {
  const file = resolve('../shared/data/formats/osm-helsinki.geojson.gz');
  if (!existsSync(file))
    throw new StartFailure(`This benchmark needs real opening hours, and their file is missing: ${file}`);
  const { features } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as Features;
  return features.flatMap(({ properties: { tags, ...properties } }) => (tags ?? properties).opening_hours ?? []);
}

/** Places derived from Rhode Island, some with opening hours of Helsinki. */
export function openPlaces(count: number, seed: number): PlaceRecord[] {
  const texts = helsinkiHours();
  const random = new Random(seed);
  return [...derivedPlaces(rhodeIslandLines(), count, seed)].map((line) => {
    const record = { phones: [], categories: [], ...(JSON.parse(line) as Partial<PlaceRecord>) } as PlaceRecord;
    if (random.next() >= SHARE_WITH_HOURS) return record;
    const text = random.pick(texts);
    return { ...record, openingHours: random.between(1, VARIED) === 1 ? varied(text, random) : text };
  });
}

/** Other minutes: `09:00` becomes `09:25`. */
function varied(text: string, random: Random): string {
  return text.replace(/:00\b/g, () => `:${String(5 * random.between(0, 11)).padStart(2, '0')}`);
}

export function withoutHours({ openingHours: _openingHours, ...record }: PlaceRecord): PlaceRecord {
  return record;
}
