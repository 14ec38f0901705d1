import { markdownTable } from '../../dev/markdown-table.js';
import { type Cost, FIGURES, type FormResult, HALVES, type SetResult, type Summary } from './results.js';

/** The results as Markdown. */
export function reportOf(results: readonly SetResult[]): string {
  const sections = results.flatMap(({ set, forms }) =>
    forms.length === 0 ? [] : [`## ${set}`, qualityTable(forms), costTable(forms)],
  );
  const asked = results.filter(({ questions }) => questions.length > 0);
  if (asked.length > 0) sections.push('## Questions', questionsTable(asked), questionCosts(asked));
  const checked = results.filter(({ checks }) => checks.length > 0);
  if (checked.length > 0) sections.push('## Searches made from the data', checksTable(checked));
  return sections.join('\n\n');
}

function qualityTable(forms: readonly FormResult[]): string {
  const figures = ['success@1', 'success@10', 'MRR@10', 'plain @1', 'plain @10', 'plain MRR'];
  const rows = forms.map(({ form, searches, target, service, plain }) => [
    form,
    String(searches),
    ...[service, plain].flatMap((of) => FIGURES.map((figure) => of?.[figure].toFixed(3) ?? '')),
    target.toFixed(2),
  ]);
  return markdownTable(['form', 'searches', ...figures, 'target'], rows);
}

const COSTS = ['p50 ms', 'p95 ms', 'ES ms', 'ES queries'];

function costTable(forms: readonly FormResult[]): string {
  const rows = forms.map(({ form, cost }) => [form, ...costCells(cost?.service), ...costCells(cost?.plain)]);
  return markdownTable(['form', ...COSTS, ...COSTS.map((figure) => `plain ${figure}`)], rows);
}

function costCells(cost: Cost | undefined): string[] {
  return [cost?.p50, cost?.p95, cost?.engineMs, cost?.queries].map((figure) => figure?.toFixed(2) ?? '');
}

function questionsTable(results: readonly SetResult[]): string {
  const figures = ['first', 'precision', 'empty'] as const;
  const rows = results.flatMap(({ set, questions }) =>
    questions.map(({ topic, half, service, plain }) => [
      ...[set, topic, half, String(service.questions)],
      ...[service, plain].flatMap((summary) => figures.map((figure) => summary?.[figure].toFixed(3) ?? '')),
    ]),
  );
  const totals = results.flatMap(({ set, questions }) =>
    HALVES.map((half) => {
      const ofHalf = questions.filter((one) => one.half === half);
      const sum = (worth: (of: Summary) => number): number =>
        ofHalf.reduce((all, { service }) => all + worth(service), 0);
      const count = sum((of) => of.questions);
      const means = figures.map((figure) => (sum((of) => of[figure] * of.questions) / count).toFixed(3));
      return [set, 'all', half, String(count), ...means, '', '', ''];
    }),
  );
  const names = ['first', 'precision@10', 'empty'];
  const head = ['set', 'topic', 'half', 'questions', ...names, ...names.map((name) => `plain ${name}`)];
  return markdownTable(head, [...rows, ...totals]);
}

function questionCosts(results: readonly SetResult[]): string {
  const rows = results.map(({ set, cost }) => [set, ...costCells(cost), cost?.nodeMs?.toFixed(2) ?? '']);
  return markdownTable(['set', ...COSTS, 'Node ms'], rows);
}

function checksTable(results: readonly SetResult[]): string {
  const rows = results.flatMap(({ set, checks }) =>
    checks.map(({ check, searches, value, unit, target }) => [
      ...[set, check, String(searches), String(value), unit === 'share' ? '' : unit],
      target === undefined ? '' : `${unit === 'share' ? 'at least' : 'at most'} ${target}`,
    ]),
  );
  return markdownTable(['set', 'check', 'searches', 'figure', 'unit', 'target'], rows);
}
