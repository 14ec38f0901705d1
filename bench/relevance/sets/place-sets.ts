import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { StartFailure } from '../../../dev/services/start-failure.js';
import { rhodeIslandFile } from '../../rhode-island.js';
import { ENGLISH_BRANDS, PORTUGUESE_BRANDS } from '../questions/brands.js';
import { ENGLISH_CATEGORIES, PORTUGUESE_CATEGORIES } from '../questions/categories.js';
import { ENGLISH } from '../questions/english.js';
import { ENGLISH_INFLECTIONS, PORTUGUESE_INFLECTIONS } from '../questions/inflections.js';
import { PORTUGUESE } from '../questions/portuguese.js';
import { ENGLISH_PRAISE, PORTUGUESE_PRAISE } from '../questions/praise.js';
import { type Question } from '../questions/question.js';
import { ENGLISH_SYNONYMS, PORTUGUESE_SYNONYMS } from '../questions/synonyms.js';
import { WHERE_IN_ENGLISH, WHERE_IN_PORTUGUESE } from '../questions/where.js';
import { brazilianPlaces } from './brazil.js';
import { type NamedPlace } from './named-place.js';
import { readGeoJsonPlaces } from './geojson-places.js';

/** Places to search among. */
export interface PlaceSet {
  readonly name: string;
  /** Whether the names are real: searches for invented names prove nothing. */
  readonly hasRealNames: boolean;
  /** Questions by topic. */
  readonly questions: Readonly<Record<string, readonly Question[]>>;
  /** The data to import. */
  sources(): readonly Source[];
  places(): readonly NamedPlace[];
}

/** A file for `import places`, with its options; or lines that have no file yet. */
type Source = { readonly file: string; readonly options: readonly string[] } | { readonly lines: Iterable<string> };

export const PLACE_SETS: readonly PlaceSet[] = [
  {
    name: 'rhode-island',
    hasRealNames: true,
    questions: {
      general: ENGLISH,
      where: WHERE_IN_ENGLISH,
      inflections: ENGLISH_INFLECTIONS,
      synonyms: ENGLISH_SYNONYMS,
      categories: ENGLISH_CATEGORIES,
      brands: ENGLISH_BRANDS,
      praise: ENGLISH_PRAISE,
    },
    sources: () => [{ file: rhodeIslandFile(), options: [] }],
    places: () => readLines(gunzipSync(readFileSync(rhodeIslandFile())).toString()),
  },
  {
    name: 'helsinki-sydney',
    hasRealNames: true,
    questions: {},
    sources: () => [
      { file: shared('osm-helsinki.geojson.gz'), options: ['--format', 'osm'] },
      { file: shared('overture-sydney-5.geojson'), options: ['--format', 'overture'] },
    ],
    places: () => [
      ...readGeoJsonPlaces(gunzipSync(readFileSync(shared('osm-helsinki.geojson.gz'))).toString()),
      ...readGeoJsonPlaces(readFileSync(shared('overture-sydney-5.geojson'), 'utf8')),
    ],
  },
  {
    name: 'brazil',
    hasRealNames: false,
    questions: {
      general: PORTUGUESE,
      where: WHERE_IN_PORTUGUESE,
      inflections: PORTUGUESE_INFLECTIONS,
      synonyms: PORTUGUESE_SYNONYMS,
      categories: PORTUGUESE_CATEGORIES,
      brands: PORTUGUESE_BRANDS,
      praise: PORTUGUESE_PRAISE,
    },
    sources: () => [
      { file: demonstrationFile(), options: [] },
      { lines: brazilianPlaces().map((place) => JSON.stringify(place)) },
    ],
    places: () => [...readLines(readFileSync(demonstrationFile(), 'utf8')), ...brazilianPlaces()],
  },
];

function demonstrationFile(): string {
  return join(__dirname, '../../../src/cli/seed/data/places.ndjson');
}

/** @throws StartFailure if the file is missing */
function shared(name: string): string {
  const file = resolve('../shared/data/formats', name);
  if (existsSync(file)) return file;
  throw new StartFailure(`This benchmark needs real places, and their file is missing: ${file}`);
}

function readLines(text: string): NamedPlace[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as NamedPlace);
}
