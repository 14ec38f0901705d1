import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { commandLine } from '../../dev/run-program.js';
import { report, step } from '../../dev/services/step.js';
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

/** A file for `import places`; or places that have no file yet. */
type Source =
  | { readonly file: string; readonly format?: 'osm' | 'overture' }
  | { readonly invented: () => readonly NamedPlace[] };

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
  {
    ...{ name: 'brazil', hasRealNames: false },
    sources: [{ file: join(__dirname, '../../src/cli/seed/data/places.ndjson') }, { invented: brazilianPlaces }],
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

/** The properties of OpenStreetMap and of Overture Maps that searches and rules use. */
type Properties = Readonly<Record<string, string | undefined>> & {
  readonly names?: { readonly primary?: string };
  readonly addresses?: readonly { readonly locality?: string }[];
};

/** Members that are absent stay absent. */
function readGeoJsonPlaces(text: string): NamedPlace[] {
  const { features } = JSON.parse(text) as { features: { properties: object }[] };
  return features.flatMap(({ properties: given }) => {
    const properties = given as Properties;
    const name = properties.name ?? properties.names?.primary;
    return name === undefined ? [] : [JSON.parse(JSON.stringify(placeOf(name, properties))) as NamedPlace];
  });
}

function placeOf(name: string, properties: Properties): object {
  const [category, kind] = ['amenity', 'shop', 'tourism', 'leisure', 'office'].flatMap((key) =>
    properties[key] === undefined ? [] : [key, properties[key]],
  );
  return {
    name,
    address: {
      city: properties['addr:city'] ?? properties.addresses?.[0]?.locality,
      street: properties['addr:street'],
      number: properties['addr:housenumber'],
      zipcode: properties['addr:postcode'],
    },
    ...(category !== undefined && { categories: [{ name: category, subcategory: { name: kind } }] }),
    phones: [properties.phone ?? properties['contact:phone']].flatMap((phone) => phone?.replace(/\D/gu, '') ?? []),
    openingHours: properties.opening_hours,
  };
}

/** Finds the database and the index of a set from an earlier run with `--keep`, or creates them. */
export async function makeCollection(servers: BenchServers, set: PlaceSet, prefix: string): Promise<Variables> {
  const name = databaseOf(set, prefix);
  const env = variablesOf(servers, name);
  const command = commandLine({ env: { ...process.env, ...env }, abort: servers.abort });
  const contents = [indexDefinition({ languages: BENCH_LANGUAGES }), set.name, placesOf(set)];
  const { isNew } = await keptDatabase(servers, name, contents, () =>
    step(report, `Places of ${set.name}`, async () => {
      await command('migrate');
      for (const source of set.sources) {
        if ('file' in source) {
          const format = source.format ? ['--format', source.format] : [];
          await command('import', 'places', ...format, source.file);
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
