import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { Random } from '../../bench/random.js';
import { build } from '../../dev/build.js';
import { dataDirOf } from '../../dev/data-dir.js';
import { listenForShutdownSignals } from '../../dev/shutdown-signals.js';
import { main } from '../../dev/main.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { Following } from './following.js';
import { type Victim, victims, World } from './world.js';

/** What goes on when somebody is killed; changes by SQL go on beside each. */
const activities = ['import', 'following', 'reindex'] as const;

type Activity = (typeof activities)[number];

/** Lines of an import, and milliseconds within which somebody is killed. */
const lines = 15_000;
const soonest = 500;
const latest = 6000;

/** Seconds that the service has to bring the index in step after a crash. */
const patience = '60';

/** What became of a round: what is wrong, and whether the work was going on when the victim was killed. */
interface Round {
  faults: string[];
  hit: boolean;
  /** Lines of an import that were accepted. */
  accepted: number;
}

/**
 * `npm run test:crashes -- [--rounds 50] [--seed N]`: kills the service, PostgreSQL or Elasticsearch at a random moment of
 * an import, of a reindex or of plain changes by SQL, and starts it again. After each round, without any hand, the index
 * has to equal PostgreSQL, and nothing that was acknowledged may be missing.
 */
async function crashes(): Promise<number> {
  const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
  const rounds = Number(values.rounds ?? 50);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  if (!Number.isSafeInteger(rounds) || !Number.isSafeInteger(seed))
    throw new StartFailure('--rounds and --seed are numbers.');
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const { signal: abort } = listenForShutdownSignals();
  await build(print, { env: process.env, abort });
  print(`Seed ${seed}`);
  const folder = mkdtempSync(join(tmpdir(), 'crashes-'));
  const random = new Random(seed);
  const world = await World.start(folder, dataDirOf(process.env), abort);
  const following = new Following(() => world.databaseUrl, random);
  let failed = 0;
  let hits = 0;
  try {
    await work('import', world, folder, 0);
    for (let round = 1; round <= rounds; round += 1) {
      abort.throwIfAborted();
      const activity = activities[round % activities.length] ?? 'following';
      const victim = victims[Math.floor(round / activities.length) % victims.length] ?? 'service';
      const after = random.between(soonest, latest);
      const started = performance.now();
      const { faults, hit, accepted } = await play({ world, following, folder, round, activity, victim, after });
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      print(
        `${round}: ${victim} killed after ${after} ms of ${activity}${hit ? '' : ' (over by then)'}` +
          `${activity === 'import' ? `, ${accepted.toLocaleString('en')} lines accepted` : ''}: ` +
          `${faults.length === 0 ? 'survived' : 'FAILED'}, ${seconds} s`,
      );
      for (const fault of faults) print(`   ${fault}`);
      failed += faults.length === 0 ? 0 : 1;
      hits += hit ? 1 : 0;
    }
  } finally {
    await world.stop();
  }
  print(
    `${rounds - failed} of ${rounds} rounds survived (seed ${seed}); ${hits} hit work that was going on; ` +
      `${following.acknowledged.toLocaleString('en')} statements acknowledged.`,
  );
  if (failed === 0) rmSync(folder, { recursive: true });
  return failed === 0 ? 0 : 1;
}

interface Play {
  world: World;
  following: Following;
  folder: string;
  round: number;
  activity: Activity;
  victim: Victim;
  /** Milliseconds. */
  after: number;
}

async function play({ world, following, folder, round, activity, victim, after }: Play): Promise<Round> {
  const over = new AbortController();
  const changing = following.run(over.signal);
  let isOver = false;
  const working = work(activity, world, folder, round).then((accepted) => {
    isOver = true;
    return accepted;
  });
  await delay(after);
  const hit = activity === 'following' || !isOver;
  await world.kill(victim);
  await world.revive(victim);
  const accepted = await working;
  // Changes go on for a moment, and then everything has to come to rest by itself.
  await delay(500);
  over.abort();
  await changing;
  const faults = world.isServing ? [] : ['The service has ended'];
  const verified = await world.cli('index', 'verify', '--wait', patience);
  if (verified.status !== 0) faults.push(...`${verified.output}${verified.messages}`.trim().split('\n').slice(0, 10));
  faults.push(...(await losses(world, following, round, accepted)));
  return { faults, hit, accepted };
}

/** @returns how many lines of an import were accepted */
async function work(activity: Activity, world: World, folder: string, round: number): Promise<number> {
  if (activity === 'following') return 0;
  if (activity === 'reindex') {
    await world.cli('reindex');
    return 0;
  }
  const path = join(folder, 'places.ndjson');
  const line = (at: number): string => JSON.stringify({ id: `i${at}`, name: `Line ${at} of ${round}` });
  writeFileSync(path, Array.from({ length: lines }, (_, at) => line(at)).join('\n'));
  const { output, messages } = await world.cli('import', 'places', path);
  // A command that is killed has only told how far it was from time to time.
  const read = /: ([\d,]+) read/.exec(output)?.[1] ?? messages.match(/[\d,]+(?= lines, )/g)?.at(-1) ?? '0';
  return Number(read.replaceAll(',', ''));
}

async function losses(world: World, following: Following, round: number, accepted: number): Promise<string[]> {
  const client = new Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    const faults = await following.losses(client);
    if (accepted === 0) return faults;
    const { rows } = await client.query<{ stored: number }>(
      'SELECT count(*)::integer AS stored FROM places WHERE id LIKE $1 AND name LIKE $2 AND substr(id, 2)::integer < $3',
      ['i%', `Line % of ${round}`, accepted],
    );
    const stored = rows[0]?.stored ?? 0;
    return stored === accepted ? faults : [...faults, `${accepted} lines were accepted, ${stored} are stored`];
  } finally {
    await client.end();
  }
}

void main(crashes);
