import { type Baseline, nameOfQuestions } from './baselines.js';
import { type Answered } from './questions/ask.js';
import { FIGURES, type FormResult, type SetResult, type Summary, summaryOf } from './results.js';

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

export function verdictOf(results: readonly SetResult[], baseline: Baseline): Verdict {
  const verdict: Verdict = { faults: [], open: [] };
  for (const { set, forms, questions } of results) {
    for (const form of forms) judgeForm(set, form, baseline, verdict);
    for (const { topic, service } of questions) {
      const name = nameOfQuestions(set, topic);
      verdict.faults.push(...questionFalls(name, service, baseline.questions[name]));
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

function questionFalls(name: string, now: readonly Answered[], before: readonly Answered[] = []): string[] {
  if (now.length !== before.length) return [];
  const [current, earlier] = [summaryOf(now), summaryOf(before)];
  const fell = (figure: keyof Summary): boolean => {
    const change = current[figure] - earlier[figure];
    return (figure === 'empty' ? -change : change) < -QUESTION_ALLOWANCE;
  };
  return (['first', 'precision', 'empty'] as const)
    .filter(fell)
    .map((figure) => `${name}: ${figure} went from ${earlier[figure].toFixed(3)} to ${current[figure].toFixed(3)}`);
}
