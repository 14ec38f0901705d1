import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { commandLine, nodeCommand } from '../../dev/run-program.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { heapOptions } from '../../dev/service.js';
import { report, step } from '../../dev/services/step.js';
import { toPlaceDocument } from '../../src/places/search-index/document.js';
import { indexDefinition } from '../../src/places/search-index/mapping.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { overtureParquet } from '../../test/support/open-data-parquet.js';
import { ask, batches, bulkOf } from '../elasticsearch.js';
import { derivedPlaces, type PlaceLine, rhodeIslandLines, writeLines } from '../places.js';
import { plainDefinition } from '../http/baselines/plain.js';
import { climb, postgresTime } from './ladder.js';
import { elasticsearchTime, measureProcess, type ProcessMeasurement, type ProcessorTime } from '../processes.js';
import { BENCH_LANGUAGES, onImageNode, withServices } from '../servers.js';

const HELP = `npm run bench -- import [--places N] [--seed S]
npm run bench -- edition [--places N] [--seed S]

Imports N places (default 100,000), derived from Rhode Island, into an empty directory, and builds their index again. Compares both
rates with a bare _bulk of the same documents.

  --ladder   measures each step of an import, too: processor time of each process, with the steps below it
  --edition  loads an edition of N places from Parquet in Overture's schema, then a second one with a hundredth new, changed and
             gone, then the second one again. Cuts a rectangle out of the files.`;

/** Minimum places per second, minimum share of the rate of bare _bulk, maximum memory in bytes. */
const targets = { rate: 5000, ratio: 0.7, peak: 300 * 1024 * 1024 };

/** Places to warm up the JIT compiler of Elasticsearch. */
const warmUp = 100_000;

/** Bytes per request, and concurrent requests: the fastest setting for Elasticsearch on two processors. */
const bulk = { size: 1_000_000, inFlight: 2 };

/** `npm run bench -- import`: exits with 1 if a target is missed. */
function benchmark(): Promise<number> {
  const {
    places: count,
    seed,
    edition,
    ladder,
  } = readOptions({ places: 100_000, seed: 1, edition: false, ladder: false }, HELP);
  const originals = rhodeIslandLines();
  return withServices({}, async ({ variables, dataDir, abort }) => {
    const env = { ...process.env, ...variables };
    await commandLine({ env, abort })('migrate');
    const cli = nodeCommand(...heapOptions, 'dist/cli/main.js');
    const run: Run = (args, output) => measureProcess([...cli, ...args], { env, abort }, output);
    const places = (more = 0): Iterable<string> => derivedPlaces(originals, count + more, seed);
    if (edition) {
      const servers = [await postgresTime(variables), await elasticsearchTime(variables.ELASTICSEARCH_URL)] as const;
      return loadEditions(dataDir, { first: places(), second: places(Math.floor(count / 100)) }, { run, servers });
    }
    const file = join(dataDir, 'derived-places.ndjson');
    await step(report, `${count.toLocaleString('en')} places made`, () => writeLines(file, places()));
    const bare = (most = count): Promise<number> => bareBulk(variables.ELASTICSEARCH_URL, places(), most);
    // Bare `_bulk` before and after the import, because the load of the machine varies.
    await step(report, 'Elasticsearch warmed up', () => bare(warmUp));
    if (ladder) await climb(file, count, variables, bare);
    const before = await step(report, 'Bare _bulk', bare);
    const imported = await step(report, 'Import', () => run(['import', 'places', file]));
    const after = await step(report, 'Bare _bulk, again', bare);
    const reindexed = await step(report, 'Reindex', () => run(['reindex']));
    const plain = await step(report, 'Plain mapping', () =>
      bareBulk(variables.ELASTICSEARCH_URL, places(), count, plainDefinition),
    );
    const bulkRate = (before + after) / 2;
    report(`plain mapping     ${whole(plain)} places/s`);
    report(`bare _bulk        ${whole(bulkRate)} places/s`);
    const reached = [conclude('import', count, imported, bulkRate), conclude('reindex', count, reindexed, bulkRate)];
    return reached.every(Boolean) ? 0 : 1;
  });
}

/** Runs a command of the service. */
type Run = (args: readonly string[], output?: 'inherit') => Promise<ProcessMeasurement>;

/** @returns whether all targets are reached */
function conclude(name: string, count: number, { seconds, peak }: ProcessMeasurement, bulkRate: number): boolean {
  const rate = count / seconds;
  const rows: (readonly [name: string, text: string, reached: boolean])[] = [
    [name, `${whole(rate)} places/s`, rate >= targets.rate],
    ['  in', `${seconds.toFixed(1)} s, start and end of the process included`, true],
    ['  memory', `${whole(peak / 1024 / 1024)} MB resident at most`, peak < targets.peak],
    ['  of bare _bulk', `${whole((rate / bulkRate) * 100)} %`, rate / bulkRate >= targets.ratio],
  ];
  for (const [label, text, reached] of rows) report(`${label.padEnd(18)}${text}${reached ? '' : '   missed'}`);
  return rows.every(([, , reached]) => reached);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/**
 * Indexes places by `_bulk` alone, by default with the mapping of the service: the upper bound for any import.
 *
 * @returns places per second, until they are searchable
 */
async function bareBulk(
  elasticsearchUrl: string,
  places: Iterable<string>,
  most: number,
  definition: object = indexDefinition({ languages: BENCH_LANGUAGES }),
): Promise<number> {
  const index = `${elasticsearchUrl}/bare-bulk`;
  await ask(index, 'PUT', definition);
  try {
    // Made before the measurement, which covers only Elasticsearch.
    const { requests, count } = requestsOf(places, most);
    const started = performance.now();
    const send = async (): Promise<void> => {
      for (let body = requests.shift(); body !== undefined; body = requests.shift()) {
        const { errors } = await ask<{ errors: boolean }>(`${index}/_bulk?filter_path=errors`, 'POST', body);
        if (errors) throw new StartFailure('Elasticsearch rejects a document.');
      }
    };
    await Promise.all(Array.from({ length: bulk.inFlight }, send));
    await ask(`${index}/_refresh`, 'POST');
    return (count * 1000) / (performance.now() - started);
  } finally {
    await ask(index, 'DELETE');
  }
}

function requestsOf(places: Iterable<string>, most: number): { requests: Buffer[]; count: number } {
  const requests: Buffer[] = [];
  let documents: { id: string; document: string }[] = [];
  let [size, count] = [0, 0];
  const close = (): void => {
    if (documents.length > 0) requests.push(Buffer.from(bulkOf(documents)));
    [documents, size] = [[], 0];
  };
  for (const line of places) {
    if (count === most) break;
    const record = { phones: [], categories: [], ...(JSON.parse(line) as Partial<PlaceRecord>) } as PlaceRecord;
    const document = JSON.stringify(toPlaceDocument(record));
    documents.push({ id: record.id, document });
    size += document.length;
    count += 1;
    if (size >= bulk.size) close();
  }
  close();
  return { requests, count };
}

/** Providence in the first copy of Rhode Island (`derivedPlaces`). */
const city = '-71.47,1.77,-71.37,1.87';

async function loadEditions(
  folder: string,
  editions: { readonly first: Iterable<string>; readonly second: Iterable<string> },
  { run, servers }: { run: Run; servers: readonly [postgresql: ProcessorTime, elasticsearch: ProcessorTime] },
): Promise<number> {
  const first = writeEdition(folder, 1, editions.first);
  const second = writeEdition(folder, 2, editions.second);
  let firstTotal: number | undefined;
  const load = async (name: string, ...args: string[]): Promise<void> => {
    const command = ['import', 'places', '--format', 'overture', ...args];
    const before = servers.map((time) => time());
    const { seconds, processorSeconds, peak } = await run(command, 'inherit');
    const used = [processorSeconds, ...servers.map((time, at) => (time() - (before[at] ?? 0)) / 1000)];
    const total = used.reduce((sum, one) => sum + one);
    firstTotal ??= total;
    const [node, postgresql, elasticsearch] = used.map((one) => one.toFixed(1));
    report(
      `${name}: ${seconds.toFixed(0)} s; processor time: ${total.toFixed(1)} s (${(total / firstTotal).toFixed(2)} of the first), Node ` +
        `${node}, PostgreSQL ${postgresql}, Elasticsearch ${elasticsearch}; ${whole(peak / 1024 / 1024)} MB resident at most`,
    );
  };
  const replace = (files: readonly string[]): string[] => ['--replace-source', 'Overture Maps', ...files];
  await load('First edition', ...replace(first));
  await load('Second edition', ...replace(second));
  await load('Second edition again', ...replace(second));
  await load('A city, dry run', '--dry-run', '--bbox', city, ...first);
  await load('Everything, dry run', '--dry-run', ...first);
  return 0;
}

const placesPerFile = 100_000;

/** What Overture and others write. */
const rowGroupSize = 20_000;

/** Every hundredth place is gone from the second edition, and another hundredth has a new name. */
const share = 100;

/**
 * Writes an edition as Parquet files in Overture's schema. The second one has as many places as the first.
 *
 * @param places `count` for the first edition, and more for the second
 * @returns the paths of the files
 */
function writeEdition(folder: string, edition: 1 | 2, places: Iterable<string>): string[] {
  return [...batches(rowsOf(edition, places), placesPerFile)].map((rows, at) => {
    const path = join(folder, `edition-${edition}-${at}.parquet`);
    writeFileSync(path, overtureParquet(rows, { rowGroupSize }));
    return path;
  });
}

function* rowsOf(edition: 1 | 2, places: Iterable<string>): Generator<ReturnType<typeof rowOf>> {
  let at = 0;
  for (const place of places) {
    at += 1;
    const isGone = edition === 2 && at % share === 0;
    if (!isGone) yield rowOf(JSON.parse(place) as PlaceLine, edition === 2 && at % share === 1);
  }
}

function rowOf({ id, name, phones = [], address = {}, location, categories = [] }: PlaceLine, isRenamed: boolean) {
  const { name: general = 'place', subcategory } = categories[0] ?? {};
  const hierarchy = [general, ...(subcategory ? [subcategory.name] : [])].map((level) => level.toLowerCase());
  return {
    lng: Number(location?.lng ?? 0),
    lat: Number(location?.lat ?? 0),
    columns: {
      ...{ id, version: 1, names: { primary: isRenamed ? `${name} II` : name, common: null, rules: null } },
      ...{ basic_category: hierarchy.at(-1), confidence: 0.9, phones: phones.map((phone) => `+${phone}`) },
      taxonomy: { primary: hierarchy.at(-1), hierarchy, alternates: [] },
      addresses: [
        {
          ...{ freeform: `${address.number ?? ''} ${address.street ?? ''}`.trim(), locality: address.city ?? null },
          ...{ postcode: null, region: 'US-RI', country: 'US' },
        },
      ],
      sources: [{ property: '', dataset: 'meta', record_id: id, confidence: 0.9 }],
      operating_status: 'open',
    },
  };
}

void main(onImageNode(benchmark));
