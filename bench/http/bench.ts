import { type BenchServers } from '../servers.js';
import { type Comparison, type Rounds } from './measure.js';
import { type Services } from './services.js';
import { type World } from './world.js';

/** The tools and settings of a group. */
export interface Bench {
  readonly servers: BenchServers;
  readonly services: Services;
  /** The places of Rhode Island. */
  readonly small: World;
  /** Derived places, with `--places`. */
  readonly large?: World;
  readonly rounds: Rounds;
  readonly seed: number;
  readonly isQuick: boolean;
}

/** A measured value and its target. */
export interface Check {
  readonly name: string;
  readonly measured: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** For example `times Solr`. */
  readonly unit: string;
}

export interface GroupResult {
  readonly name: string;
  readonly comparisons: readonly Comparison[];
  readonly checks: readonly Check[];
  /** Other findings, a sentence each. */
  readonly notes?: readonly string[];
}

export type Group = (bench: Bench) => Promise<GroupResult[]>;
