import { join } from 'node:path';
import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { commandLine, nodeCommand } from '../../dev/run-program.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { report, step } from '../../dev/services/step.js';
import { toPlaceDocument } from '../../src/places/index/document.js';
import { indexDefinition } from '../../src/places/index/mapping.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { ask, bulkOf } from '../elasticsearch.js';
import { derivedPlaces, rhodeIslandLines, writeLines } from '../places.js';
import { measureProcess, type ProcessMeasurement } from '../processes.js';
import { BENCH_LANGUAGES, onImageNode, productionJvm, withServices } from '../servers.js';

const HELP = `npm run bench:import [-- --places N] [--seed S]

Imports N places (default 100,000), derived from Rhode Island, into an empty directory, and builds their index again. Compares both
rates with a bare _bulk of the same documents.`;

/** Minimum places per second, minimum share of the rate of bare _bulk, maximum memory in bytes. */
const targets = { rate: 5000, ratio: 0.7, peak: 300 * 1024 * 1024 };

/** Places to warm up the JIT compiler of Elasticsearch. */
const warmUp = 100_000;

/** Bytes per request, and concurrent requests: the fastest setting for Elasticsearch on two processors. */
const bulk = { size: 1_000_000, inFlight: 2 };

/** `npm run bench:import`: exits with 1 if a target is missed. */
function benchmark(): Promise<number> {
  const { places: count, seed } = readOptions({ places: 100_000, seed: 1 }, HELP);
  const originals = rhodeIslandLines();
  return withServices(productionJvm, async ({ variables, dataDir, abort }) => {
    const file = join(dataDir, 'derived-places.ndjson');
    const places = (): Iterable<string> => derivedPlaces(originals, count, seed);
    await step(report, `${count.toLocaleString('en')} places made`, () => writeLines(file, places()));
    const env = { ...process.env, ...variables };
    await commandLine({ env, abort })('migrate');
    const bare = (most = count): Promise<number> => bareBulk(variables.ELASTICSEARCH_URL, places(), most);
    const run = (...args: string[]): Promise<ProcessMeasurement> =>
      measureProcess(nodeCommand('dist/cli/main.js', ...args), { env, abort });
    // Bare `_bulk` before and after the import, because the load of the machine varies.
    await step(report, 'Elasticsearch warmed up', () => bare(warmUp));
    const before = await step(report, 'Bare _bulk', bare);
    const imported = await step(report, 'Import', () => run('import', 'places', file));
    const after = await step(report, 'Bare _bulk, again', bare);
    const reindexed = await step(report, 'Reindex', () => run('reindex'));
    const bulkRate = (before + after) / 2;
    report(`bare _bulk        ${whole(bulkRate)} places/s`);
    const reached = [conclude('import', count, imported, bulkRate), conclude('reindex', count, reindexed, bulkRate)];
    return reached.every(Boolean) ? 0 : 1;
  });
}

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
 * Indexes places with the mapping of the service by `_bulk` alone: the upper bound for any import.
 *
 * @returns places per second, until they are searchable
 */
async function bareBulk(elasticsearchUrl: string, places: Iterable<string>, most: number): Promise<number> {
  const index = `${elasticsearchUrl}/bare-bulk`;
  await ask(index, 'PUT', indexDefinition({ languages: BENCH_LANGUAGES }));
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

void main(onImageNode(benchmark));
