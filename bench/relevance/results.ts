import { type Figures } from './measure.js';

/** What a run came to; `baseline.json` holds one. */
export interface Results {
  readonly seed: number;
  readonly forms: readonly FormResult[];
}

export interface FormResult {
  readonly form: string;
  readonly searches: number;
  /** What `success10` has to reach. */
  readonly target: number;
  readonly service: Figures;
  readonly plain: Figures;
}

/**
 * How far a figure may fall below the baseline, and `success1` and `mrr10` below those of the plain query: which of
 * several names that fit alike comes first is chance. Among the first ten, the plain query may find no more.
 */
const ALLOWANCE = 0.02;

const FIGURES = ['success1', 'success10', 'mrr10'] as const;

/** All that is wrong with a run: targets missed, forms worse than the plain query, figures that fell. */
export function faultsOf(results: Results, baseline: Results | undefined): string[] {
  return results.forms.flatMap(({ form, target, service, plain }) => {
    const before = baseline?.forms.find((result) => result.form === form)?.service;
    const faults: string[] = [];
    if (service.success10 < target) faults.push(`success@10 is ${service.success10}, and has to be ${target}`);
    for (const figure of FIGURES) {
      const [now, then] = [service[figure], before?.[figure]];
      const least = plain[figure] - (figure === 'success10' ? 0 : ALLOWANCE);
      if (now < least) faults.push(`${figure} is ${now}, and that of the plain query ${plain[figure]}`);
      if (then !== undefined && now < then - ALLOWANCE) faults.push(`${figure} fell from ${then} to ${now}`);
    }
    return faults.map((fault) => `${form}: ${fault}`);
  });
}

/** Markdown, which is a table on the terminal as well. */
export function tableOf({ forms }: Results): string {
  const head = [
    'form',
    'searches',
    'success@1',
    'success@10',
    'MRR@10',
    'plain @1',
    'plain @10',
    'plain MRR',
    'target',
  ];
  const rows = forms.map(({ form, searches, target, service, plain }) => [
    form,
    String(searches),
    ...[service, plain].flatMap((figures) => FIGURES.map((figure) => figures[figure].toFixed(3))),
    target.toFixed(2),
  ]);
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
