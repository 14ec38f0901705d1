import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CheckResult, type FormResult, type QuestionsResult, type SetResult } from './results.js';

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
    questions: replaced(questions, (result) => result.questions.map(({ topic, service }) => ({ topic, service }))),
  });
}

function fileOf(name: string): string {
  return join(__dirname, 'baselines', `${name}.json`);
}

function readJson(file: string): Partial<Baseline> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Baseline>) : {};
}

/** One line per row, so that a changed figure is one line of a diff. */
function writeJson(file: string, kinds: Readonly<Record<string, Readonly<Record<string, readonly object[]>>>>): void {
  const list = (rows: readonly object[]): string =>
    `[\n${rows.map((row) => `      ${JSON.stringify(row)}`).join(',\n')}\n    ]`;
  const members = (of: Readonly<Record<string, string>>, indent: string): string =>
    Object.entries(of)
      .map(([name, text]) => `${indent}${JSON.stringify(name)}: ${text}`)
      .join(',\n');
  const sets = (of: Readonly<Record<string, readonly object[]>>): string =>
    `{\n${members(Object.fromEntries(Object.entries(of).map(([set, rows]) => [set, list(rows)])), '    ')}\n  }`;
  const text = members(Object.fromEntries(Object.entries(kinds).map(([kind, of]) => [kind, sets(of)])), '  ');
  writeFileSync(file, `{\n${text}\n}\n`);
}
