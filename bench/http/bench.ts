import { type Load } from './load/load.js';
import { type Check } from './measure/check.js';
import { type Comparison, type Rounds } from './measure/rounds.js';
import { type Services } from './world/services.js';
import { type World } from './world/world.js';

/** What groups of measurements work with. */
export interface Bench {
  readonly load: Load;
  readonly services: Services;
  /** The places of Rhode Island. */
  readonly small: World;
  /** Derived places, where they were asked for. */
  readonly large?: World;
  readonly rounds: Rounds;
  /** Connections that are measured, the ones that targets are for among them. */
  readonly connections: readonly number[];
  readonly seed: number;
  readonly isQuick: boolean;
}

/** What came of a group. */
export interface GroupResult {
  readonly name: string;
  readonly comparisons: readonly Comparison[];
  readonly checks: readonly Check[];
}

export type Group = (bench: Bench) => Promise<GroupResult[]>;
