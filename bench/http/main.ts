import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../dev/main.js';
import { report, step } from '../../dev/services/step.js';
import { type BenchServers, productionJvm, withServers } from '../servers.js';
import { onImageNode } from '../image-node.js';
import { type Bench, type GroupResult } from './bench.js';
import { type Committed, falls, ratiosOf } from './committed.js';
import { dropSides } from './groups/alternatives/sides.js';
import { commitPoints } from './groups/growth/committed-points.js';
import { groups } from './groups/groups.js';
import { Load } from './load/load.js';
import { isMet } from './measure/check.js';
import { groupsOfLarge, type Options, readBenchOptions } from './options.js';
import { markdownChecks } from './report/markdown.js';
import { writeReport } from './report/write-report.js';
import { databaseOf, dropWorld, makeWorld } from './world/world.js';
import { Services } from './world/services.js';

const committedFile = join(__dirname, 'committed.json');

/** `npm run bench`: exits with 1 if a target is missed or, with `--quick`, if a ratio has fallen. */
function benchmark(): Promise<number> {
  const options = readBenchOptions();
  const { keep } = options;
  const folder = keep ? 'bench-kept' : 'bench';
  return withServers({ settings: productionJvm, folder, lasting: keep }, async (servers) => {
    try {
      const results = await measure(servers, options);
      return conclude(results, options);
    } finally {
      if (!keep) await drop(servers);
    }
  });
}

async function drop(servers: BenchServers): Promise<void> {
  const worlds = ['small', 'large'];
  for (const name of worlds) await dropWorld(servers, name);
  await dropSides(servers, worlds.map(databaseOf));
}

async function measure(servers: BenchServers, options: Options): Promise<GroupResult[]> {
  const { places, only, seed, rounds, seconds, quick } = options;
  report(`  Seed ${seed}`);
  const withLongList = only.includes('lists');
  const large =
    places === undefined
      ? undefined
      : await makeWorld(servers, { name: 'large', derived: places, withLongList: false, seed });
  const needsSmall = large === undefined || only.some((name) => !groupsOfLarge.includes(name));
  const small = needsSmall ? await makeWorld(servers, { name: 'small', withLongList, seed }) : large;
  const services = new Services(servers);
  const load = new Load();
  const bench: Bench = {
    ...{ servers, load, services, small, seed, isQuick: quick },
    ...(large && { large }),
    rounds: { rounds, seconds, warmUp: quick ? 1 : 4 },
    connections: quick ? [16] : [16, 1, 64],
  };
  const results: GroupResult[] = [];
  try {
    for (const name of only) {
      results.push(...(await step(report, name, () => groups[name](bench))));
      servers.abort.throwIfAborted();
    }
  } finally {
    load.stop();
    await services.stop();
  }
  return results;
}

function conclude(results: readonly GroupResult[], { quick, commit, seed }: Options): number {
  report(`\n${markdownChecks(results)}\n`);
  report(`Report: ${writeReport(results, seed)}`);
  const form = quick ? 'quick' : 'full';
  const committed = JSON.parse(readFileSync(committedFile, 'utf8')) as Committed;
  const now = ratiosOf(results);
  const fallen = falls(committed[form] ?? {}, now);
  for (const { name, before, now: current } of fallen)
    report(`Fell by more than a fifth: ${name}: ${before} to ${current}`);
  if (commit) {
    const whole = { ...committed, [form]: { ...committed[form], ...now } };
    writeFileSync(committedFile, `${JSON.stringify(whole, undefined, 2)}\n`);
    for (const { growth } of results) if (growth) commitPoints(growth);
    return 0;
  }
  if (quick) return fallen.length === 0 ? 0 : 1;
  return results.every(({ checks }) => checks.every(isMet)) ? 0 : 1;
}

void main(onImageNode(benchmark));
