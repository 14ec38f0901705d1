import { type Cost } from './cost.js';
import { type Figures } from './known-items.js';
import { type Answered } from './questions/ask.js';

/** The results over one set of places. */
export interface SetResult {
  readonly set: string;
  readonly forms: readonly FormResult[];
  readonly questions: readonly QuestionsResult[];
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
  readonly service: readonly Answered[];
  readonly plain?: readonly Answered[];
}

/** The quality of the answers to questions, as fractions of 1. */
export interface Summary {
  readonly first: number;
  readonly precision: number;
  readonly empty: number;
}

export const FIGURES = ['success1', 'success10', 'mrr10'] as const;

export function summaryOf(answered: readonly Answered[]): Summary {
  const mean = (value: (one: Answered) => number): number =>
    answered.reduce((sum, one) => sum + value(one), 0) / answered.length;
  return {
    first: mean(({ first }) => Number(first)),
    precision: mean(({ precision }) => precision),
    empty: mean(({ empty }) => Number(empty)),
  };
}
