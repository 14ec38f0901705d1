import { markdownTable } from '../../dev/markdown-table.js';
import { nameOfQuestions } from './baselines.js';
import { type Cost } from './cost.js';
import { FIGURES, type FormResult, type SetResult, summaryOf } from './results.js';

/** The results as Markdown. */
export function reportOf(results: readonly SetResult[]): string {
  const sections = results.flatMap(({ set, forms }) =>
    forms.length === 0 ? [] : [`## ${set}`, qualityTable(forms), costTable(forms)],
  );
  const asked = results.filter(({ questions }) => questions.length > 0);
  if (asked.length > 0) sections.push('## Questions', questionsTable(asked), ...asked.flatMap(wrongAnswers));
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

function costTable(forms: readonly FormResult[]): string {
  const figures = ['p50 ms', 'p95 ms', 'ES ms', 'ES queries'];
  const rows = forms.map(({ form, cost }) => [form, ...costCells(cost?.service), ...costCells(cost?.plain)]);
  return markdownTable(['form', ...figures, ...figures.map((figure) => `plain ${figure}`)], rows);
}

function costCells(cost: Cost | undefined): string[] {
  return [cost?.p50, cost?.p95, cost?.engineMs, cost?.queries].map((figure) => figure?.toFixed(2) ?? '');
}

function questionsTable(results: readonly SetResult[]): string {
  const rows = results.flatMap(({ set, questions }) =>
    questions.map(({ topic, service, plain }) => [
      set,
      topic,
      String(service.length),
      ...[service, plain].flatMap((answered) => {
        const summary = answered && summaryOf(answered);
        return [summary?.first, summary?.precision, summary?.empty].map((figure) => figure?.toFixed(3) ?? '');
      }),
    ]),
  );
  const figures = ['first', 'precision@10', 'empty'];
  return markdownTable(['set', 'topic', 'questions', ...figures, ...figures.map((figure) => `plain ${figure}`)], rows);
}

function wrongAnswers({ set, questions }: SetResult): string[] {
  return questions.flatMap(({ topic, service }) => {
    const wrong = service.filter(({ first, precision }) => !first || precision < 0.5);
    if (wrong.length === 0) return [];
    const rows = wrong.map(({ q, first, precision, empty }) => [
      q,
      first ? 'yes' : 'no',
      precision.toFixed(2),
      empty ? 'yes' : '',
    ]);
    return [
      `Weak answers, ${nameOfQuestions(set, topic)}:`,
      markdownTable(['question', 'first is right', 'precision@10', 'empty'], rows),
    ];
  });
}
