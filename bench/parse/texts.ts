import { FIELDS } from '../../src/places/query/fields.js';

/** Characters for filters and sort order that fit into a request's line and headers. */
const ROOM = 8192;

const names = FIELDS.flatMap(({ name, aliases }) => [name, ...aliases]);
const misspelt = Array.from({ length: 64 }, (_, at) => `${names[(at * 7) % names.length]?.slice(0, -1) ?? ''}xq:1`);

/** As many filters of the maximum length as fit into a request. */
const twice = (text: string): string[] => [text.slice(0, ROOM / 2), text.slice(0, ROOM / 2)];

/** The most expensive `fq` of a request. */
export const FILTERS: Readonly<Record<string, readonly string[]>> = {
  '64 clauses over 8 KB': twice(Array.from({ length: 32 }, () => `name:"${'ab '.repeat(37)}"`).join(' AND ')),
  'a list of 64 long values': [`id:(${Array.from({ length: 64 }, () => `"${'x'.repeat(50)}"`).join(' OR ')})`],
  '64 misspelt fields in one filter': [misspelt.join(' OR ')],
  '64 misspelt fields in 64 filters': misspelt,
  '64 fields that are near to none': [
    Array.from({ length: 64 }, (_, at) => `categoriez.kategori.zubcategori.nam${at}:1`).join(' OR '),
  ],
  '16 levels of parentheses, over and over': twice('((((((((((((((((id:1)))))))))))))))) OR '.repeat(110)),
  'nothing but escapes': twice(`name:${'\\"'.repeat(2000)}`),
  'nothing but spaces before a fault': twice(`id:1${' '.repeat(4090)}x`),
  'words after a value': twice(`address.city:a${' b'.repeat(2000)}`),
  'a quote that never ends': twice(`name:"${'\\"'.repeat(2000)}`),
  'clauses without end': twice('id:1 OR '.repeat(512)),
  'brackets without end': twice('id:[1 TO '.repeat(450)),
  'small filters without end': Array.from({ length: 1600 }, () => 'id:1'),
  'faults without end': Array.from({ length: 4000 }, () => ':'),
};

/** The most expensive `sort`. */
export const ORDERS: Readonly<Record<string, string>> = {
  '8 KB of misspelt keys': 'statistic.rat,'.repeat(ROOM / 14),
  '8 KB of commas': ','.repeat(ROOM),
};

/** The most expensive `q`. */
export const TERMS: Readonly<Record<string, string>> = {
  '256 characters in words of one letter': 'a '.repeat(128),
  '256 characters that are nearly a filter': `name:"${'\\"'.repeat(125)}`,
};
