import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
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
  /** The file of its questions. */
  readonly questions: string;
}

/** A file for `import places`; or places that have no file yet. */
type Source =
  { readonly file: string; readonly format?: 'osm' | 'overture' } | { readonly invented: () => readonly NamedPlace[] };

const shared = (name: string): string => resolve('../shared/data', name);

export const PLACE_SETS: readonly PlaceSet[] = [
  {
    ...{ name: 'rhode-island', hasRealNames: true, callingCode: '1' },
    sources: [{ file: shared('rhode-island/places.ndjson.gz') }],
    questions: 'rhode-island.txt',
  },
  {
    ...{ name: 'new-zealand', hasRealNames: true, callingCode: '64' },
    sources: [{ file: shared('new-zealand/places.ndjson.gz') }],
    questions: 'new-zealand.txt',
  },
  {
    ...{ name: 'helsinki-sydney', hasRealNames: true, callingCode: '358' },
    sources: [
      { file: shared('formats/osm-helsinki.geojson.gz'), format: 'osm' },
      { file: shared('formats/overture-sydney-5.geojson'), format: 'overture' },
    ],
    questions: 'helsinki.txt',
  },
  {
    ...{ name: 'edinburgh', hasRealNames: true, callingCode: '44' },
    sources: [{ file: shared('formats/osm-edinburgh.geojson.gz'), format: 'osm' }],
    questions: 'edinburgh.txt',
  },
  {
    ...{ name: 'brazil', hasRealNames: false },
    sources: [{ file: join(__dirname, '../../../src/cli/seed/data/places.ndjson') }, { invented: brazilianPlaces }],
    questions: 'brazil.txt',
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
