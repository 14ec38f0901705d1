import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { commandLine } from '../../dev/run-program.js';
import { report, step } from '../../dev/services/step.js';
import { formats } from '../../src/cli/import/formats/formats.js';
import { parseOpenDataRecord } from '../../src/cli/import/formats/open-data-places.js';
import { type PlaceRow } from '../../src/cli/import/records/place-schema.js';
import { indexDefinition } from '../../src/places/search-index/mapping.js';
import { type PlaceAddress } from '../../src/places/place.js';
import { distanceInMetres } from '../../src/places/query/geometry.js';
import { mergeSegments } from '../elasticsearch.js';
import { addClients } from '../http/world.js';
import { writeLines } from '../places.js';
import { BENCH_LANGUAGES, type BenchServers, keptDatabase, type Variables, variablesOf } from '../servers.js';
import { brazilianPlaces } from './brazil.js';

/** The parts of a place that searches are made of and judged by. */
export interface NamedPlace {
  readonly id?: string;
  readonly name: string;
  readonly address?: PlaceAddress;
  readonly location?: { readonly lat: string; readonly lng: string };
  readonly phones?: readonly string[];
  readonly categories?: readonly { readonly name: string; readonly subcategory?: { readonly name: string } }[];
  readonly openingHours?: string;
}

/** The category and subcategory of each: `Shopping > Pharmacy`. */
export function categoriesOf({ categories = [] }: NamedPlace): string[] {
  return categories.map(({ name, subcategory }) => `${name} > ${subcategory?.name ?? ''}`);
}

/** One place of each name, so that a chain counts once. */
export function distinctByName(places: readonly NamedPlace[]): NamedPlace[] {
  return [...new Map(places.map((place) => [normalise(place.name), place])).values()];
}

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

export function pointOf({ location }: NamedPlace): Point | undefined {
  return location && { lat: Number(location.lat), lng: Number(location.lng) };
}

export function kilometresBetween(a: Point, b: Point): number {
  return distanceInMetres(a, b) / 1000;
}

/** Names that differ in case, accents and punctuation only are equal. */
export function normalise(name: string): string {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/&/gu, ' and ');
  return letters
    .replace(/[\p{P}\p{S}]+/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Places to search among, and the name of their file of questions. */
export interface PlaceSet {
  readonly name: string;
  /** Whether the names are real: searches for invented names prove nothing. */
  readonly hasRealNames: boolean;
  /** The prefix of its telephone numbers. */
  readonly callingCode?: string;
  /** The data to import. */
  readonly sources: readonly Source[];
}

/** The formats of the files of features. */
type DataSet = 'osm' | 'overture';

/** A file for `import places`; or places that have no file yet. */
type Source = { readonly file: string; readonly format?: DataSet } | { readonly invented: () => readonly NamedPlace[] };

const shared = (name: string): string => resolve('../shared/data', name);

function realSet(name: string, callingCode: string, ...sources: readonly Source[]): PlaceSet {
  return { name, hasRealNames: true, callingCode, sources };
}

export const PLACE_SETS: readonly PlaceSet[] = [
  realSet('rhode-island', '1', { file: shared('rhode-island/places.ndjson.gz') }),
  realSet('new-zealand', '64', { file: shared('new-zealand/places.ndjson.gz') }),
  realSet(
    'helsinki-sydney',
    '358',
    { file: shared('formats/osm-helsinki.geojson.gz'), format: 'osm' },
    { file: shared('formats/overture-sydney-5.geojson'), format: 'overture' },
  ),
  realSet('edinburgh', '44', { file: shared('formats/osm-edinburgh.geojson.gz'), format: 'osm' }),
  realSet('munich', '49', { file: shared('formats/osm-munich.geojson.gz'), format: 'osm' }),
  {
    ...{ name: 'brazil', hasRealNames: false },
    sources: [{ file: join(__dirname, '../../src/cli/seed/data/places.ndjson') }, { invented: brazilianPlaces }],
  },
];

export function placesOf({ sources }: PlaceSet): readonly NamedPlace[] {
  return sources.flatMap((source) => {
    if ('invented' in source) return source.invented();
    if (source.format) return readFeatures(source.file, source.format).map(({ place }) => place);
    const lines = textOf(source.file).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as NamedPlace);
  });
}

function textOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

/** A file of a set that is not there. */
export function missingFileOf({ sources }: PlaceSet): string | undefined {
  const files = sources.flatMap((source) => ('file' in source ? [source.file] : []));
  return files.find((file) => !existsSync(file));
}

/** The features of a GeoJSON file that the import accepts, with their places as it reads them. */
function readFeatures(file: string, format: DataSet): { feature: unknown; place: NamedPlace }[] {
  const { features } = JSON.parse(textOf(file)) as { features: unknown[] };
  return features.flatMap((feature) => {
    const result = parseOpenDataRecord(feature, formats[format]);
    return 'row' in result && 'name' in result.row ? [{ feature, place: placeOf(result.row) }] : [];
  });
}

/** A row has null for what a response leaves out. */
function placeOf({
  id,
  name,
  phones,
  categories,
  opening_hours: openingHours,
  lat,
  lng,
  ...row
}: PlaceRow): NamedPlace {
  const { country, state, city, district, street, number, zipcode } = row;
  const address = { country, state, city, district, street, number, zipcode };
  const place = { id, name, phones, categories, openingHours, address, location: lat === null ? null : { lat, lng } };
  return JSON.parse(JSON.stringify(place, (_key, value: unknown) => value ?? undefined)) as NamedPlace;
}

/** Finds the database and the index of a set from an earlier run with `--keep`, or creates them. */
export async function makeCollection(servers: BenchServers, set: PlaceSet, prefix: string): Promise<Variables> {
  const name = databaseOf(set, prefix);
  const env = variablesOf(servers, name);
  const options = { env: { ...process.env, ...env }, abort: servers.abort };
  const command = commandLine(options);
  const contents = [indexDefinition({ languages: BENCH_LANGUAGES }), set.name, placesOf(set)];
  const { isNew } = await keptDatabase(servers, name, contents, () =>
    step(report, `Places of ${set.name}`, async () => {
      await command('migrate');
      for (const source of set.sources) {
        if ('file' in source && source.format) {
          // The import fails if it rejects a feature.
          const features = readFeatures(source.file, source.format).map(({ feature }) => feature);
          const input = JSON.stringify({ type: 'FeatureCollection', features });
          await commandLine({ ...options, input })('import', 'places', '--format', source.format, '-');
        } else if ('file' in source) {
          await command('import', 'places', source.file);
        } else {
          const file = join(servers.dataDir, `${set.name}.ndjson`);
          const lines = source.invented().map((place) => JSON.stringify(place));
          await writeLines(file, lines);
          await command('import', 'places', file);
        }
      }
      await mergeSegments(`${env.ELASTICSEARCH_URL}/${name}`);
      return 0;
    }),
  );
  if (!isNew) report(`  Found: ${set.name}`);
  await addClients(env.DATABASE_URL);
  return env;
}

/** The name of the database and of the index of a set. */
export function databaseOf(set: PlaceSet, prefix: string): string {
  return `${prefix}_${set.name.replaceAll('-', '_')}`;
}
