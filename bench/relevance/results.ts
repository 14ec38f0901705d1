import { markdownTable } from '../../dev/markdown-table.js';
import { type Figures } from './measure.js';

/** The results of a run; `baseline.json` holds one. */
export interface Results {
  readonly seed: number;
  readonly forms: readonly FormResult[];
}

export interface FormResult {
  readonly form: string;
  readonly searches: number;
  /** The minimum of `success10`. */
  readonly target: number;
  readonly service: Figures;
  readonly plain: Figures;
}

/**
 * The permitted fall of a figure below the baseline, and of `success1` and `mrr10` below the plain query, because the order
 * of equal matches is random. `success10` must not be below the plain query.
 */
const ALLOWANCE = 0.02;

const FIGURES = ['success1', 'success10', 'mrr10'] as const;

/** Missed targets, forms worse than the plain query, and figures that fell. */
export function faultsOf(results: Results, baseline: Results | undefined): string[] {
  return results.forms.flatMap(({ form, target, service, plain }) => {
    const before = baseline?.forms.find((result) => result.form === form)?.service;
    const faults: string[] = [];
    if (service.success10 < target) faults.push(`success@10 is ${service.success10}; the target is ${target}`);
    for (const figure of FIGURES) {
      const [now, then] = [service[figure], before?.[figure]];
      const least = plain[figure] - (figure === 'success10' ? 0 : ALLOWANCE);
      if (now < least) faults.push(`${figure} is ${now}; the plain query reaches ${plain[figure]}`);
      if (then !== undefined && now < then - ALLOWANCE) faults.push(`${figure} fell from ${then} to ${now}`);
    }
    return faults.map((fault) => `${form}: ${fault}`);
  });
}

/** The results as a Markdown table. */
export function tableOf({ forms }: Results): string {
  const figures = ['success@1', 'success@10', 'MRR@10', 'plain @1', 'plain @10', 'plain MRR'];
  const head = ['form', 'searches', ...figures, 'target'];
  const rows = forms.map(({ form, searches, target, service, plain }) => [
    form,
    String(searches),
    ...[service, plain].flatMap((of) => FIGURES.map((figure) => of[figure].toFixed(3))),
    target.toFixed(2),
  ]);
  return markdownTable(head, rows);
}
