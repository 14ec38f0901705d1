import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../support/random.js';
import { runSql } from '../../dev/services/sql.js';
import { type Suite } from '../slow/suite.js';
import { type Victim, victims, withWorld, type World } from '../slow/world.js';
import { SqlChanges } from './sql-changes.js';

/** The work during a crash. Changes by SQL also run during each. */
const activities = ['import', 'sql', 'reindex'] as const;

type Activity = (typeof activities)[number];

/** Lines of an import, and the earliest and latest crash in milliseconds. */
const lines = 40_000;
const soonest = 500;
const latest = 9000;

/** The index must equal PostgreSQL within this time after a crash, in seconds. */
const verifySeconds = '60';

/** The result of a round. `hit`: the work was still running at the crash. */
interface Round {
  faults: string[];
  hit: boolean;
  /** Lines of an import that were accepted. */
  accepted: number;
}

/**
 * Kills the service, PostgreSQL or Elasticsearch at a random moment of an import, a reindex or changes by SQL, and restarts it.
 * Fails if afterwards the index differs from PostgreSQL, or an acknowledged change is missing.
 */
export const crashes: Suite = {
  name: 'crashes',
  minutes: 7,
  run: (run) => {
    // Each process is killed twice during each kind of work.
    const defaults = { rounds: 2 * victims.length * activities.length, seed: Math.floor(Math.random() * 1_000_000) };
    const { rounds, seed } = run.options(defaults);
    run.note(`Seed ${seed}.`);
    const random = new Random(seed);
    return withWorld(run, {}, async (world) => {
      const changes = new SqlChanges(() => world.databaseUrl, random);
      await work('import', world, 0);
      for (let round = 1; round <= rounds; round += 1) {
        run.abort.throwIfAborted();
        const activity = activities[round % activities.length] ?? 'sql';
        const victim = victims[Math.floor(round / activities.length) % victims.length] ?? 'service';
        const after = random.between(soonest, latest);
        const { faults, hit, accepted } = await crashDuring({ world, changes, round, activity, victim, after });
        const moment = `after ${after} ms${hit ? '' : ', when it had finished'}`;
        run.row({ round, killed: victim, during: activity, moment, 'lines accepted': accepted, faults: faults.length });
        for (const fault of faults) run.expect(false, `Round ${round}: ${fault}`);
        run.did('rounds');
        run.did('crashes during the work', hit ? 1 : 0);
        run.did('lines accepted', accepted);
      }
      run.did('statements acknowledged', changes.acknowledged);
    });
  },
};

interface Crash {
  world: World;
  changes: SqlChanges;
  round: number;
  activity: Activity;
  victim: Victim;
  /** Milliseconds. */
  after: number;
}

async function crashDuring({ world, changes, round, activity, victim, after }: Crash): Promise<Round> {
  const stopChanges = new AbortController();
  const changing = changes.run(stopChanges.signal);
  let isFinished = false;
  const working = work(activity, world, round).then((accepted) => {
    isFinished = true;
    return accepted;
  });
  await delay(after);
  const hit = activity === 'sql' || !isFinished;
  await world.kill(victim);
  await world.restart(victim);
  const accepted = await working;
  // Some changes happen after the restart.
  await delay(500);
  stopChanges.abort();
  await changing;
  const faults = world.isServing ? [] : ['The service has exited'];
  const verified = await world.cli('index', 'verify', '--wait', verifySeconds);
  if (verified.status !== 0) faults.push(...`${verified.output}${verified.messages}`.trim().split('\n').slice(0, 10));
  faults.push(...(await losses(world, changes, round, accepted)));
  return { faults, hit, accepted };
}

/** @returns how many lines of an import were accepted */
async function work(activity: Activity, world: World, round: number): Promise<number> {
  if (activity === 'sql') return 0;
  if (activity === 'reindex') {
    await world.cli('reindex');
    return 0;
  }
  const path = join(world.folder, 'places.ndjson');
  const line = (at: number): string => JSON.stringify({ id: `i${at}`, name: `Line ${at} of ${round}` });
  writeFileSync(path, Array.from({ length: lines }, (_, at) => line(at)).join('\n'));
  const { output, messages } = await world.cli('import', 'places', path);
  // The report at its end is a table. A killed import has only printed its progress, every five seconds.
  const read = /\.ndjson +([\d,]+) /.exec(output)?.[1] ?? messages.match(/[\d,]+(?= lines, )/g)?.at(-1) ?? '0';
  return Number(read.replaceAll(',', ''));
}

async function losses(world: World, changes: SqlChanges, round: number, accepted: number): Promise<string[]> {
  const faults = await changes.losses();
  if (accepted === 0) return faults;
  const [row] = await runSql<{ stored: number }>(
    world.databaseUrl,
    'SELECT count(*)::integer AS stored FROM places WHERE id LIKE $1 AND name LIKE $2 AND substr(id, 2)::integer < $3',
    ['i%', `Line % of ${round}`, accepted],
  );
  const stored = row?.stored ?? 0;
  return stored === accepted ? faults : [...faults, `${accepted} lines were accepted, ${stored} are stored`];
}
