import { parseArgs } from 'node:util';
import { StartFailure } from '../../dev/services/start-failure.js';
import { groups, type GroupName } from './groups/groups.js';

const HELP = `npm run bench [-- --places N] [--only GROUP,...] [--rounds N] [--seconds N] [--seed S] [--keep] [--commit]
npm run bench:quick [-- --commit]

Measures the service in turn with what it is compared with, over the places of Rhode Island.

  --places N    measures searches over N derived places as well
  --only        ${Object.keys(groups).join(', ')}
  --rounds N    rounds of each side (5)
  --seconds N   how long a round takes (3)
  --keep        keeps the directories for the next time, which is told --keep too
  --commit      writes the ratios to bench/http/committed.json
  --quick       some of it within two minutes; fails when a ratio fell by more than a fifth`;

export interface Options {
  readonly places?: number;
  readonly only: readonly GroupName[];
  readonly rounds: number;
  readonly seconds: number;
  readonly seed: number;
  readonly keep: boolean;
  readonly commit: boolean;
  readonly quick: boolean;
}

/** What the quick form measures. */
const quickGroups: readonly GroupName[] = ['search', 'zipf', 'resources', 'formats'];

/** @throws StartFailure that explains the options */
export function readOptions(args: readonly string[]): Options {
  const { values } = parse(args);
  const { quick = false, keep = false, commit = false } = values;
  const names = values.only?.split(',') ?? (quick ? quickGroups : Object.keys(groups));
  if (!names.every(isGroup)) throw new StartFailure(HELP);
  return {
    ...(values.places !== undefined && { places: whole(values.places) }),
    only: names,
    rounds: whole(values.rounds ?? (quick ? '3' : '5')),
    seconds: whole(values.seconds ?? (quick ? '1' : '3')),
    seed: whole(values.seed ?? '1'),
    ...{ keep, commit, quick },
  };
}

function parse(args: readonly string[]) {
  try {
    const flag = { type: 'boolean' } as const;
    const text = { type: 'string' } as const;
    return parseArgs({
      args: [...args],
      options: {
        ...{ places: text, only: text, rounds: text, seconds: text, seed: text },
        ...{ keep: flag, commit: flag, quick: flag },
      },
    });
  } catch {
    throw new StartFailure(HELP);
  }
}

function whole(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new StartFailure(HELP);
  return Number(value);
}

function isGroup(name: string): name is GroupName {
  return Object.hasOwn(groups, name);
}
