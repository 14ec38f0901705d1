import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The quality of searches for known names, as fractions of 1. */
export interface Figures {
  /** The place came first. */
  readonly success1: number;
  /** The place was among the first ten. */
  readonly success10: number;
  /** The mean of 1, 1/2, 1/3 … for the first, second, third place; 0 beyond the tenth. */
  readonly mrr10: number;
}

/** The quality of the answers to questions, as fractions of 1. */
export interface Summary {
  readonly questions: number;
  /** The first place is of the wanted kind. */
  readonly first: number;
  /** The places of that kind among the first ten, divided by ten or, if there are fewer such places, by their number. */
  readonly precision: number;
  /** Nothing is found, but something should be. */
  readonly empty: number;
}

/** What a search costs. */
export interface Cost {
  /** Milliseconds until the response, of searches that run alone. */
  readonly p50: number;
  readonly p95: number;
  /** Elasticsearch's queries per search, and its milliseconds per search. */
  readonly queries?: number;
  readonly engineMs?: number;
  /** Milliseconds of processor time of the service per search. */
  readonly nodeMs?: number;
}

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

/**
 * Half of the questions. Those that are held out show how well search answers questions that nobody has tuned it for, so only their
 * figures are reported.
 */
export const HALVES = ['read', 'held out'] as const;

export type Half = (typeof HALVES)[number];

export interface QuestionsResult {
  readonly topic: string;
  readonly half: Half;
  readonly service: Summary;
  readonly plain?: Summary;
}

/** A figure of searches that are made from the data. */
export interface CheckResult {
  readonly check: string;
  readonly searches: number;
  readonly value: number;
  /** A share of searches must reach its target; all other figures must not exceed theirs. */
  readonly unit: 'share' | 'metres' | 'times' | 'letters';
  readonly target?: number;
}

export const FIGURES = ['success1', 'success10', 'mrr10'] as const;

/** The committed results by set of places, one file per seed. Questions do not depend on the seed, and are in one of them. */
export interface Baseline {
  readonly forms: Readonly<Record<string, readonly FormResult[]>>;
  readonly checks: Readonly<Record<string, readonly CheckResult[]>>;
  readonly questions: Readonly<Record<string, readonly QuestionsResult[]>>;
}

/** @param seed the seed of the forms and checks */
export function readBaseline(seed: number): Baseline {
  return {
    ...{ forms: {}, checks: {} },
    ...readJson(fileOf(`seed-${seed}`)),
    questions: {},
    ...readJson(fileOf('questions')),
  };
}

/** Replaces the results of the measured sets. Cost and the plain query's answers are left out. */
export function writeBaseline(seed: number, results: readonly SetResult[]): void {
  const { forms, checks, questions } = readBaseline(seed);
  const replaced = <T>(before: Readonly<Record<string, readonly T[]>>, of: (result: SetResult) => readonly T[]) => ({
    ...before,
    ...Object.fromEntries(results.flatMap((result) => (of(result).length === 0 ? [] : [[result.set, of(result)]]))),
  });
  writeJson(fileOf(`seed-${seed}`), {
    forms: replaced(forms, (result) => result.forms.map(({ cost: _, ...figures }) => figures)),
    checks: replaced(checks, (result) => result.checks),
  });
  writeJson(fileOf('questions'), {
    questions: replaced(questions, (result) =>
      result.questions.map(({ topic, half, service }) => ({ topic, half, service })),
    ),
  });
}

function fileOf(name: string): string {
  return join(__dirname, 'baselines', `${name}.json`);
}

function readJson(file: string): Partial<Baseline> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Baseline>) : {};
}

/** One line per row, so that a changed figure is one line of a diff. */
function writeJson(file: string, value: object): void {
  const rows: string[] = [];
  const named = (_name: string, member: unknown): unknown =>
    Array.isArray(member) ? member.map((row) => `row ${rows.push(JSON.stringify(row)) - 1}`) : member;
  const text = JSON.stringify(value, named, 2).replace(/"row (\d+)"/g, (_, at) => rows[Number(at)] ?? '');
  writeFileSync(file, `${text}\n`);
}

/** What a run shows: what fails it, and what the baseline has already. */
export interface Verdict {
  readonly faults: string[];
  readonly open: string[];
}

/**
 * The permitted fall of a figure below the baseline: one search, and rounding. Which of equally good places comes first
 * depends on the import.
 */
const allowanceOf = (searches: number): number => 1 / searches + 0.0005;

/** How far `success1` and `mrr10` may be below the plain query. `success10` must not be below it. */
const PLAIN_ALLOWANCE = 0.02;

/** One question may change its place with another that is as good. */
const QUESTION_ALLOWANCE = 0.005;

/** Distances and letters may grow by this share. */
const GROWTH_ALLOWANCE = 1.05;

export function verdictOf(results: readonly SetResult[], baseline: Baseline): Verdict {
  const verdict: Verdict = { faults: [], open: [] };
  for (const { set, forms, questions, checks } of results) {
    for (const form of forms) judgeForm(set, form, baseline, verdict);
    for (const check of checks) judgeCheck(set, check, baseline, verdict);
    for (const one of questions) {
      const before = baseline.questions[set]?.find(({ topic, half }) => topic === one.topic && half === one.half);
      verdict.faults.push(...questionFalls(`${set}, ${one.topic} questions, ${one.half}`, one, before));
    }
  }
  return verdict;
}

function judgeForm(set: string, form: FormResult, baseline: Baseline, verdict: Verdict): void {
  const before = baseline.forms[set]?.find((result) => result.form === form.form);
  const known = new Set(before && shortfallsOf(before).map(({ kind }) => kind));
  for (const { kind, text } of shortfallsOf(form)) {
    (known.has(kind) ? verdict.open : verdict.faults).push(`${set}, ${form.form}: ${text}`);
  }
  // Other searches have other figures.
  if (before?.searches !== form.searches) return;
  for (const figure of FIGURES) {
    const [now, then] = [form.service[figure], before.service[figure]];
    if (now < then - allowanceOf(form.searches))
      verdict.faults.push(`${set}, ${form.form}: ${figure} fell from ${then} to ${now}`);
  }
}

/** A missed target, and figures below the plain query's. */
function shortfallsOf({ target, service, plain }: FormResult): { kind: string; text: string }[] {
  const missed = service.success10 < target;
  const below = FIGURES.filter((figure) => {
    const allowance = figure === 'success10' ? 0 : PLAIN_ALLOWANCE;
    return plain !== undefined && service[figure] < plain[figure] - allowance;
  });
  return [
    ...(missed ? [{ kind: 'target', text: `success10 is ${service.success10}; the target is ${target}` }] : []),
    ...below.map((figure) => ({
      kind: figure,
      text: `${figure} is ${service[figure]}; the plain query reaches ${String(plain?.[figure])}`,
    })),
  ];
}

function judgeCheck(set: string, now: CheckResult, baseline: Baseline, verdict: Verdict): void {
  const before = baseline.checks[set]?.find(({ check }) => check === now.check);
  if (missesTarget(now)) {
    const text = `${set}, ${now.check}: ${now.value} ${now.unit}; the target is ${String(now.target)}`;
    (before && missesTarget(before) ? verdict.open : verdict.faults).push(text);
  }
  if (before?.searches !== now.searches) return;
  const fell =
    now.unit === 'share'
      ? now.value < before.value - allowanceOf(now.searches)
      : now.value > before.value * GROWTH_ALLOWANCE;
  if (fell) verdict.faults.push(`${set}, ${now.check}: went from ${before.value} to ${now.value} ${now.unit}`);
}

function missesTarget({ unit, value, target }: CheckResult): boolean {
  return target !== undefined && (unit === 'share' ? value < target : value > target);
}

function questionFalls(name: string, { service: now }: QuestionsResult, before: QuestionsResult | undefined): string[] {
  const then = before?.service;
  if (then?.questions !== now.questions) return [];
  return (['first', 'precision', 'empty'] as const)
    .filter(
      (figure) => (figure === 'empty' ? then[figure] - now[figure] : now[figure] - then[figure]) < -QUESTION_ALLOWANCE,
    )
    .map((figure) => `${name}: ${figure} went from ${then[figure].toFixed(3)} to ${now[figure].toFixed(3)}`);
}
