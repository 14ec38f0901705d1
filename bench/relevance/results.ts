import { type Cost } from './cost.js';
import { type Figures } from './known-items.js';
import { type Summary } from './questions/ask.js';

/** The results over one set of places. */
export interface SetResult {
  readonly set: string;
  readonly forms: readonly FormResult[];
  readonly questions: readonly QuestionsResult[];
  readonly checks: readonly CheckResult[];
  /** Of all questions. */
  readonly cost?: Cost;
}

export interface FormResult {
  readonly form: string;
  readonly searches: number;
  /** The minimum of `success10`. */
  readonly target: number;
  readonly service: Figures;
  readonly plain?: Figures;
  readonly cost?: { readonly service: Cost; readonly plain?: Cost };
}

export interface QuestionsResult {
  readonly topic: string;
  readonly service: Summary;
  readonly plain?: Summary;
}

/** A figure of searches that are made from the data. */
export interface CheckResult {
  readonly check: string;
  readonly searches: number;
  readonly value: number;
  /** A share of searches must reach its target; all other figures must not exceed theirs. */
  readonly unit: 'share' | 'searches' | 'metres' | 'times' | 'letters';
  readonly target?: number;
}

export const FIGURES = ['success1', 'success10', 'mrr10'] as const;
