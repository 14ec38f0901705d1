import { readOptions } from '../../dev/options.js';
import { StartFailure } from '../../dev/services/start-failure.js';
import { groups, type GroupName } from './groups/groups.js';

const HELP = `npm run bench [-- --places N] [--only GROUP,...] [--rounds N] [--seconds N] [--seed S] [--keep] [--commit]
npm run bench:quick [-- --commit]

Compares the service with other servers over the places of Rhode Island.

  --places N    measures alternatives and growth over N derived places
  --only        ${Object.keys(groups).join(', ')}
  --rounds N    rounds of each side (3)
  --seconds N   length of a round (2)
  --keep        keeps the data for the next run with --keep
  --commit      writes the ratios to bench/http/committed.json, and the point of growth to its plot
  --quick       measures a part in 2.5 minutes; fails if a ratio falls by more than a fifth`;

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

const defaults = {
  ...{ places: 0, only: '', rounds: 0, seconds: 0, seed: 1 },
  ...{ keep: false, commit: false, quick: false },
};

/** The groups of `--quick`. */
const quickGroups: readonly GroupName[] = ['alternatives', 'resources', 'formats'];

/** The groups that measure over the derived places of `--places`. */
export const groupsOfLarge: readonly GroupName[] = ['alternatives', 'growth'];

/** The number of places if only the alternatives are measured. */
const alternativesPlaces = 100_000;

/** @throws StartFailure that explains the options */
export function readBenchOptions(): Options {
  const { places, only, rounds, seconds, ...options } = readOptions(defaults, HELP);
  const names = only === '' ? (options.quick ? quickGroups : Object.keys(groups)) : only.split(',');
  if (!names.every(isGroup)) throw new StartFailure(HELP);
  const count = places || (only === 'alternatives' ? alternativesPlaces : 0);
  return {
    ...options,
    ...(count > 0 && { places: count }),
    only: names,
    rounds: rounds || 3,
    seconds: seconds || (options.quick ? 1 : 2),
  };
}

function isGroup(name: string): name is GroupName {
  return Object.hasOwn(groups, name);
}
