import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../dev/main.js';
import { step } from '../../dev/services/step.js';
import { type BenchServers, report, withServers } from '../directory.js';
import { type Bench, type GroupResult } from './bench.js';
import { type Committed, falls, ratiosOf } from './committed.js';
import { groups } from './groups/groups.js';
import { Load } from './load/load.js';
import { isHeld } from './measure/check.js';
import { type Options, readOptions } from './options.js';
import { conclusion } from './report/conclusion.js';
import { writeReport } from './report/write-report.js';
import { dropWorld, makeWorld } from './world/world.js';
import { Services } from './world/services.js';

/** Elasticsearch as in production, rather than as is best for a quick start. */
const settings = { ES_JAVA_OPTS: '-Xms2g -Xmx2g -XX:TieredStopAtLevel=4 -XX:-UseSerialGC -XX:+UseG1GC' };

const committedFile = join(__dirname, 'committed.json');

/** `npm run bench`: exit status 1 when a target is missed, or in the quick form when a ratio has fallen. */
function benchmark(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  const { keep } = options;
  const folder = keep ? 'bench-kept' : 'bench';
  return withServers({ settings, folder, lasting: keep }, async (servers) => {
    try {
      const results = await measure(servers, options);
      return conclude(results, options);
    } finally {
      if (!keep) for (const name of ['small', 'large']) await dropWorld(servers, name);
    }
  });
}

async function measure(servers: BenchServers, options: Options): Promise<GroupResult[]> {
  const { places, only, seed, rounds, seconds, quick } = options;
  report(`  Seed ${seed}`);
  const withCrowd = only.includes('lists');
  const small = await makeWorld(servers, { name: 'small', withCrowd, seed });
  const large =
    places === undefined
      ? undefined
      : await makeWorld(servers, { name: 'large', derived: places, withCrowd: false, seed });
  const services = new Services(servers);
  const load = new Load();
  const bench: Bench = {
    ...{ load, services, small, seed, isQuick: quick },
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
  report(conclusion(results));
  report(`Report: ${writeReport(results, seed)}`);
  const form = quick ? 'quick' : 'full';
  const committed = JSON.parse(readFileSync(committedFile, 'utf8')) as Committed;
  const now = ratiosOf(results);
  const fallen = falls(committed[form] ?? {}, now);
  for (const { name, before, now: seen } of fallen) report(`Fell by more than a fifth: ${name}: ${before} to ${seen}`);
  if (commit) {
    const whole = { ...committed, [form]: { ...committed[form], ...now } };
    writeFileSync(committedFile, `${JSON.stringify(whole, undefined, 2)}\n`);
    return 0;
  }
  if (quick) return fallen.length === 0 ? 0 : 1;
  return results.every(({ checks }) => checks.every(isHeld)) ? 0 : 1;
}

void main(() => benchmark(process.argv.slice(2)));
