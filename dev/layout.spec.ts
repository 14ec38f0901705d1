import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { preProcessFile } from 'typescript';

const root = join(__dirname, '..');
const source = join(root, 'src');

/** A shorter file with one importer belongs in that importer. */
const MIN_LINES = 60;

/** Nest finds these by their names, or a program starts with them. Migrations are never changed. */
const standsAlone =
  /\.(module|entity|controller|guard|filter|interceptor)\.ts$|^database\/migrations\/|^main\.ts$|^app\./;

/** Short files with one importer that have a reason. */
const exceptions: readonly string[] = [
  // A provider that the cache knows by its name.
  'places/search-index/cache-version.ts',
];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(m?ts|tsx)$/.test(name) && !/\.(spec|d)\.ts$/.test(name))
    .map((name) => join(folder, name));

const files = filesIn(source);

/** The production files that import each file of src: those of the browser's code as well. */
function importersOf(): Map<string, Set<string>> {
  const importers = new Map(files.map((file) => [file, new Set<string>()]));
  for (const file of [...files, ...filesIn(join(root, 'web'))])
    for (const { fileName } of preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles)
      if (fileName.startsWith('.'))
        importers.get(resolve(dirname(file), fileName.replace(/\.(m?)js$/, '.$1ts')))?.add(file);
  return importers;
}

describe('the files of src', () => {
  it('are no short parts of a single other file', () => {
    const parts = [...importersOf()].flatMap(([file, importers]) => {
      const name = relative(source, file);
      const lines = readFileSync(file, 'utf8').split('\n').length - 1;
      return lines < MIN_LINES && importers.size === 1 && !standsAlone.test(name) ? [name] : [];
    });
    expect(parts).toEqual(exceptions);
  });
});
