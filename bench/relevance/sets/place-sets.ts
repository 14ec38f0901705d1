import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { ENGLISH_BRANDS, PORTUGUESE_BRANDS } from '../questions/brands.js';
import { ENGLISH_CATEGORIES, PORTUGUESE_CATEGORIES } from '../questions/categories.js';
import { ENGLISH } from '../questions/english.js';
import { ENGLISH_INFLECTIONS, PORTUGUESE_INFLECTIONS } from '../questions/inflections.js';
import { PORTUGUESE } from '../questions/portuguese.js';
import { ENGLISH_PRAISE, PORTUGUESE_PRAISE } from '../questions/praise.js';
import { type QuestionFile, readQuestions } from '../questions/read-questions.js';
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
  /** The prefix of its telephone numbers. */
  readonly callingCode?: string;
  /** The data to import. */
  readonly sources: readonly Source[];
  questions(places: readonly NamedPlace[]): QuestionFile;
}

/** A file for `import places`; or places that have no file yet. */
type Source =
  { readonly file: string; readonly format?: 'osm' | 'overture' } | { readonly invented: () => readonly NamedPlace[] };

const shared = (name: string): string => resolve('../shared/data', name);

export const PLACE_SETS: readonly PlaceSet[] = [
  {
    ...{ name: 'rhode-island', hasRealNames: true, callingCode: '1' },
    sources: [{ file: shared('rhode-island/places.ndjson.gz') }],
    questions: () => ({
      kinds: {},
      questions: {
        general: ENGLISH,
        where: WHERE_IN_ENGLISH,
        inflections: ENGLISH_INFLECTIONS,
        synonyms: ENGLISH_SYNONYMS,
        categories: ENGLISH_CATEGORIES,
        brands: ENGLISH_BRANDS,
        praise: ENGLISH_PRAISE,
      },
    }),
  },
  {
    ...{ name: 'new-zealand', hasRealNames: true, callingCode: '64' },
    sources: [{ file: shared('new-zealand/places.ndjson.gz') }],
    questions: (places) => readQuestions('new-zealand.txt', places),
  },
  {
    ...{ name: 'helsinki-sydney', hasRealNames: true, callingCode: '358' },
    sources: [
      { file: shared('formats/osm-helsinki.geojson.gz'), format: 'osm' },
      { file: shared('formats/overture-sydney-5.geojson'), format: 'overture' },
    ],
    questions: (places) => readQuestions('helsinki.txt', places),
  },
  {
    ...{ name: 'edinburgh', hasRealNames: true, callingCode: '44' },
    sources: [{ file: shared('formats/osm-edinburgh.geojson.gz'), format: 'osm' }],
    questions: (places) => readQuestions('edinburgh.txt', places),
  },
  {
    ...{ name: 'brazil', hasRealNames: false },
    sources: [{ file: join(__dirname, '../../../src/cli/seed/data/places.ndjson') }, { invented: brazilianPlaces }],
    questions: () => ({
      kinds: {},
      questions: {
        general: PORTUGUESE,
        where: WHERE_IN_PORTUGUESE,
        inflections: PORTUGUESE_INFLECTIONS,
        synonyms: PORTUGUESE_SYNONYMS,
        categories: PORTUGUESE_CATEGORIES,
        brands: PORTUGUESE_BRANDS,
        praise: PORTUGUESE_PRAISE,
      },
    }),
  },
];

export function placesOf({ sources }: PlaceSet): readonly NamedPlace[] {
  return sources.flatMap((source) => {
    if ('invented' in source) return source.invented();
    const bytes = readFileSync(source.file);
    const text = (source.file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    if (source.format) return readGeoJsonPlaces(text);
    const lines = text.trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as NamedPlace);
  });
}

/** A file of a set that is not there. */
export function missingFileOf({ sources }: PlaceSet): string | undefined {
  const files = sources.flatMap((source) => ('file' in source ? [source.file] : []));
  return files.find((file) => !existsSync(file));
}
