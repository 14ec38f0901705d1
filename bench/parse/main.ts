import { execFileSync } from 'node:child_process';
import { compileFilter, queryAndSort } from '../../src/places/body/search-body.js';
import { FIELDS } from '../../src/places/query/fields.js';
import { parseFilters } from '../../src/places/query/parse-filter.js';
import { parseSearchTerm } from '../../src/places/query/search-request.js';
import { parseSort } from '../../src/places/query/selection.js';
import { median } from '../statistics.js';

/** Characters for filters and sort order that fit into a request's line and headers. */
const ROOM = 8192;

const names = FIELDS.flatMap(({ name, aliases }) => [name, ...aliases]);
const misspelt = Array.from({ length: 64 }, (_, at) => `${names[(at * 7) % names.length]?.slice(0, -1) ?? ''}xq:1`);

/** As many filters of the maximum length as fit into a request. */
const twice = (text: string): string[] => [text.slice(0, ROOM / 2), text.slice(0, ROOM / 2)];

/** The most expensive `fq` of a request. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
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

/** The work of the query language for the most expensive texts, by parameter. */
const WORK: ReadonlyMap<string, () => unknown> = new Map([
  ...Object.entries(FILTERS).map(([name, texts]) => [`fq: ${name}`, () => filterWork(texts)] as const),
  ['sort: 8 KB of misspelt keys', () => parseSort('statistic.rat,'.repeat(ROOM / 14), { hasCentre: true })],
  ['sort: 8 KB of commas', () => parseSort(','.repeat(ROOM), { hasCentre: true })],
  ['q: 256 characters in words of one letter', () => termWork('a '.repeat(128))],
  ['q: 256 characters that are nearly a filter', () => termWork(`name:"${'\\"'.repeat(125)}`)],
]);

function filterWork(texts: readonly string[]): unknown {
  const parsed = parseFilters(texts);
  return JSON.stringify(parsed.ok ? parsed.value.map(compileFilter) : parsed.faults);
}

function termWork(text: string): unknown {
  const parsed = parseSearchTerm(text);
  if (!parsed.ok || !parsed.value) return parsed;
  return JSON.stringify(queryAndSort({ term: parsed.value, filters: [], sort: [], rows: 10, start: 0 }));
}

/** Milliseconds for a text: the first one of a process, before the code is optimised, and in a warm process. */
const limits = { cold: 50, warm: 10 };

/** Processes per cold text. The fastest counts: other work on the machine disturbed it least. */
const attempts = 3;

/**
 * `npm run bench -- parse`: measures how long the most expensive texts block the event loop, from text to Elasticsearch body or
 * errors. Exits with 1 if one takes too long.
 */
function benchmark(): number {
  const width = Math.max(...[...WORK.keys()].map(({ length }) => length));
  let status = 0;
  for (const name of WORK.keys()) {
    const command = ['--import', 'tsx', __filename, name];
    const first = (): number => Number(execFileSync(process.execPath, command, { encoding: 'utf8' }));
    const cold = Math.min(...Array.from({ length: attempts }, first));
    const warm = median(Array.from({ length: 100 }, () => timeOf(name)));
    const isSlow = cold > limits.cold || warm > limits.warm;
    if (isSlow) status = 1;
    const times = `cold ${cold.toFixed(1).padStart(5)} ms  warm ${warm.toFixed(2).padStart(6)} ms`;
    process.stdout.write(`${name.padEnd(width)}  ${times}${isSlow ? '  too slow' : ''}\n`);
  }
  return status;
}

function timeOf(name: string): number {
  const began = performance.now();
  WORK.get(name)?.();
  return performance.now() - began;
}

const [only] = process.argv.slice(2);
if (only === undefined) process.exitCode = benchmark();
else process.stdout.write(String(timeOf(only)));
