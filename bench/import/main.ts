import { join } from 'node:path';
import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { commandLine, nodeCommand } from '../../dev/run-program.js';
import { report, step } from '../../dev/services/step.js';
import { rhodeIslandLines } from '../rhode-island.js';
import { type BenchServices, productionJvm, withServices } from '../servers.js';
import { onImageNode } from '../image-node.js';
import { bareBulk } from './bare-bulk.js';
import { writeLines } from './write-lines.js';
import { derivedPlaces } from './derived-places.js';
import { type ProcessMeasurement, measureProcess } from './measure-process.js';

const HELP = `npm run bench:import [-- --places N] [--seed S]

Imports N places (default 100,000), derived from Rhode Island, into an empty directory, and builds their index again. Compares both
rates with a bare _bulk of the same documents.`;

/** Minimum places per second, minimum share of the rate of bare _bulk, maximum memory in bytes. */
const targets = { rate: 5000, ratio: 0.7, peak: 300 * 1024 * 1024 };

/** Places to warm up the JIT compiler of Elasticsearch. */
const warmUp = 100_000;

/** `npm run bench:import`: exits with 1 if a target is missed. */
function benchmark(): Promise<number> {
  const { places: count, seed } = readOptions({ places: 100_000, seed: 1 }, HELP);
  const originals = rhodeIslandLines();
  return withServices(productionJvm, async ({ variables, dataDir, abort }) => {
    const file = join(dataDir, 'derived-places.ndjson');
    await step(report, `${count.toLocaleString('en')} places made`, () =>
      writeLines(file, derivedPlaces(originals, count, seed)),
    );
    const rates = await measure(file, { variables, dataDir, abort });
    return conclude(count, rates);
  });
}

interface Measured {
  /** Places per second. */
  bulkRate: number;
  imported: ProcessMeasurement;
  reindexed: ProcessMeasurement;
}

/** Runs bare `_bulk` before and after the import, because the load of the machine varies. */
async function measure(file: string, { variables, abort }: BenchServices): Promise<Measured> {
  const { ELASTICSEARCH_URL: url } = variables;
  const env = { ...process.env, ...variables };
  const bare = (): Promise<number> => bareBulk(url, file);
  await commandLine({ env, abort })('migrate');
  await step(report, 'Elasticsearch warmed up', () => bareBulk(url, file, warmUp));
  const before = await step(report, 'Bare _bulk', bare);
  const imported = await step(report, 'Import', () =>
    measureProcess(nodeCommand('dist/cli/main.js', 'import', 'places', file), { env, abort }),
  );
  const after = await step(report, 'Bare _bulk, again', bare);
  const reindexed = await step(report, 'Reindex', () =>
    measureProcess(nodeCommand('dist/cli/main.js', 'reindex'), { env, abort }),
  );
  return { imported, reindexed, bulkRate: (before + after) / 2 };
}

type Row = readonly [name: string, text: string, reached: boolean];

function conclude(count: number, { bulkRate, imported, reindexed }: Measured): number {
  const rows: Row[] = [
    ['bare _bulk', `${whole(bulkRate)} places/s`, true],
    ...rowsOf('import', count, imported, bulkRate),
    ...rowsOf('reindex', count, reindexed, bulkRate),
  ];
  for (const [name, text, reached] of rows) report(`${name.padEnd(18)}${text}${reached ? '' : '   missed'}`);
  return rows.every(([, , reached]) => reached) ? 0 : 1;
}

function rowsOf(name: string, count: number, { seconds, peak }: ProcessMeasurement, bulkRate: number): Row[] {
  const rate = count / seconds;
  const ratio = rate / bulkRate;
  return [
    [name, `${whole(rate)} places/s`, rate >= targets.rate],
    ['  in', `${seconds.toFixed(1)} s, start and end of the process included`, true],
    ['  memory', `${whole(peak / 1024 / 1024)} MB resident at most`, peak < targets.peak],
    ['  of bare _bulk', `${whole(ratio * 100)} %`, ratio >= targets.ratio],
  ];
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

void main(onImageNode(benchmark));
