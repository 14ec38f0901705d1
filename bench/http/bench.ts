import { type BenchServers } from '../servers.js';
import { type GrowthPoint } from './groups/growth/point.js';
import { type Load } from './load/load.js';
import { type Check } from './measure/check.js';
import { type Comparison } from './measure/comparison.js';
import { type Rounds } from './measure/rounds.js';
import { type Services } from './world/services.js';
import { type World } from './world/world.js';

/** The tools and settings of a group. */
export interface Bench {
  readonly servers: BenchServers;
  readonly load: Load;
  readonly services: Services;
  /** The places of Rhode Island. */
  readonly small: World;
  /** Derived places, with `--places`. */
  readonly large?: World;
  readonly rounds: Rounds;
  /** Numbers of connections to measure with. */
  readonly connections: readonly number[];
  readonly seed: number;
  readonly isQuick: boolean;
}

export interface GroupResult {
  readonly name: string;
  readonly comparisons: readonly Comparison[];
  readonly checks: readonly Check[];
  /** Other findings, a sentence each. */
  readonly notes?: readonly string[];
  /** What searches cost among the places of this run, and of earlier ones. */
  readonly growth?: readonly GrowthPoint[];
}

export type Group = (bench: Bench) => Promise<GroupResult[]>;
