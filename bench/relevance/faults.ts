import { type Baseline } from './baselines.js';
import { type CheckResult, FIGURES, type FormResult, type QuestionsResult, type SetResult } from './results.js';

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
      const before = baseline.questions[set]?.find(({ topic }) => topic === one.topic);
      verdict.faults.push(...questionFalls(`${set}, ${one.topic} questions`, one, before));
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
      : now.value > Math.max(before.value * GROWTH_ALLOWANCE, now.unit === 'searches' ? before.value + 1 : 0);
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
