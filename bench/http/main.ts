import { main } from '../../dev/main.js';
import { readOptions } from '../../dev/options.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { report, step } from '../../dev/services/step.js';
import { type BenchServers, dropDatabase, onImageNode, withServers } from '../servers.js';
import { type Bench, type Group, type GroupResult } from './bench.js';
import { alternativesGroup, dropSides } from './groups/alternatives.js';
import { formatsGroup } from './groups/formats.js';
import { growthGroup } from './groups/growth.js';
import { invalidationGroup } from './groups/invalidation.js';
import { compareWithCommitted, isMet, markdownChecks } from './report.js';
import { Services } from './services.js';
import { databaseOf, makeWorld } from './world.js';

/** The groups of measurements, in their order. */
const groups: Readonly<Record<string, Group>> = {
  alternatives: alternativesGroup,
  formats: formatsGroup,
  growth: growthGroup,
  invalidation: invalidationGroup,
};

/** The groups of `--quick`, and those that measure over the derived places of `--places`. */
const quickGroups = ['alternatives', 'formats'];
const groupsOfLarge = ['alternatives', 'growth'];

const HELP = `npm run bench -- http [--places N] [--only GROUP,...] [--rounds N] [--seconds N] [--seed S] [--keep] [--commit]
npm run bench -- quick [--commit]

Compares the service with other servers over the places of Rhode Island.

  --places N    measures ${groupsOfLarge.join(' and ')} over N derived places (100,000 if only alternatives are measured)
  --only        ${Object.keys(groups).join(', ')}
  --rounds N    rounds of each side (3)
  --seconds N   length of a round (2)
  --keep        keeps the data for the next run with --keep
  --commit      writes the ratios to bench/http/committed.json
  --quick       measures a part in 2.5 minutes; fails if a ratio falls by more than a fifth`;

const defaults = {
  ...{ places: 0, only: '', rounds: 3, seconds: 0, seed: 1 },
  ...{ keep: false, commit: false, quick: false },
};

/** `npm run bench -- http`: exits with 1 if a target is missed or, with `--quick`, if a ratio has fallen. */
function benchmark(): Promise<number> {
  const options = readOptions(defaults, HELP);
  const { keep, quick, only, commit } = options;
  const names = only === '' ? (quick ? quickGroups : Object.keys(groups)) : only.split(',');
  if (!names.every((name) => Object.hasOwn(groups, name))) throw new StartFailure(HELP);
  return withServers({ keep }, async (servers) => {
    try {
      const results = await measure(servers, names, options);
      report(`\n${markdownChecks(results)}\n`);
      for (const note of results.flatMap(({ notes = [] }) => notes)) report(note);
      const fallen = compareWithCommitted(results, quick ? 'quick' : 'full', commit);
      for (const text of fallen) report(text);
      const isGood = quick ? fallen.length === 0 : results.every(({ checks }) => checks.every(isMet));
      return commit || isGood ? 0 : 1;
    } finally {
      const worlds = keep ? [] : ['small', 'large'].map(databaseOf);
      for (const name of worlds) await dropDatabase(servers, name);
      if (!keep) await dropSides(servers, worlds);
    }
  });
}

async function measure(
  servers: BenchServers,
  names: readonly string[],
  { places, only, seed, rounds, seconds, quick }: ReturnType<typeof readOptions<typeof defaults>>,
): Promise<GroupResult[]> {
  report(`  Seed ${seed}`);
  const derived = places || (only === 'alternatives' ? 100_000 : 0);
  const large = derived > 0 && (await makeWorld(servers, { name: 'large', derived, seed }));
  const needsSmall = !large || names.some((name) => !groupsOfLarge.includes(name));
  const small = needsSmall ? await makeWorld(servers, { name: 'small', seed }) : large;
  const services = new Services(servers);
  const bench: Bench = {
    ...{ servers, services, small, seed, isQuick: quick },
    ...(large && { large }),
    rounds: { rounds, seconds: seconds || (quick ? 1 : 2), warmUp: quick ? 1 : 4 },
  };
  const results: GroupResult[] = [];
  try {
    for (const name of names) {
      results.push(...(await step(report, name, () => groups[name]?.(bench) ?? Promise.resolve([]))));
      servers.abort.throwIfAborted();
    }
  } finally {
    await services.stop();
  }
  return results;
}

void main(onImageNode(benchmark));
