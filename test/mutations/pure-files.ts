import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The pure parts of `src`: folders, files, or declarations of a file. Unit tests notice at least 0.85 of their mutants, and perhaps fewer
 * in telephone numbers and in the formats of imports. The specs of the same folder count, and no others: a test is beside what it is about.
 */
const PURE = [
  ...['fields', 'filter', 'geometry', 'location', 'open', 'parse-filter', 'parsing', 'search-request', 'selection'].map(
    (name) => `src/places/query/${name}.ts`,
  ),
  ...[
    ...'catalogues fillers fold landmarks misspellings named-kinds numbers role-phrases roles synonyms'.split(' '),
  ].map((name) => `src/places/words/${name}.ts`),
  ...['times', 'where', 'words'].map((name) => `src/places/words/${name}.ts`),
  ...['parameters', 'format', 'field-selection', 'xml', 'geojson', 'links', 'page', 'problems', 'request-target'].map(
    (name) => `src/http/${name}.ts`,
  ),
  'src/response-cache/versioned-cache.ts',
  'src/response-cache/response-cache.ts',
  'src/response-cache/cache-stages.ts#CacheKeys',
  'src/auth/quota.ts',
  'src/auth/token-cache.ts',
  ...['day-times', 'evaluate', 'open-places', 'open-week', 'place-hours', 'sun-times', 'time-zones'].map(
    (name) => `src/places/opening-hours/${name}.ts`,
  ),
  'src/cli/import/values/',
  ...[
    ...'closing-dates collection-reader csv-reader custom-table define table-columns field-values foursquare'.split(
      ' ',
    ),
    'open-data-places',
  ].map((name) => `src/cli/import/formats/${name}.ts`),
  ...['osm', 'osm-features', 'overture', 'position', 'reference-system', 'streets', 'whosonfirst'].map(
    (name) => `src/cli/import/formats/${name}.ts`,
  ),
];

export interface PureFile {
  readonly name: string;
  /** The lines of the declaration; all without one. */
  readonly lines?: { readonly first: number; readonly last: number };
}

/** @param folders or files: begin the paths of the files */
export function pureFiles(folders: readonly string[]): PureFile[] {
  const files = PURE.flatMap((path) => (path.endsWith('/') ? filesOf(path) : [path]));
  return files
    .filter((path) => folders.some((folder) => path.startsWith(folder)))
    .map((path) => {
      const [name = '', declaration] = path.split('#');
      return declaration === undefined ? { name } : { name, lines: linesOf(name, declaration) };
    });
}

function filesOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !/\.(spec|d|module)\.ts$/.test(name))
    .map((name) => join(folder, name));
}

/** A declaration ends where a line begins with a bracket. */
function linesOf(file: string, declaration: string): { first: number; last: number } {
  const lines = readFileSync(file, 'utf8').split('\n');
  const pattern = new RegExp(`^(export )?(async )?(class|function|const) ${declaration}\\b`);
  const first = lines.findIndex((line) => pattern.test(line));
  const last = lines.findIndex((line, index) => index > first && /^[}\])]/.test(line));
  if (first < 0 || last < 0) throw new Error(`${file} has no ${declaration}: change test/mutations/pure-files.ts`);
  return { first, last };
}
