import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answered } from './questions/ask.js';
import { type FormResult, type SetResult } from './results.js';

/** The committed results of sets of places. Questions do not depend on the seed. */
export interface Baseline {
  readonly forms: Readonly<Record<string, readonly FormResult[]>>;
  readonly questions: Readonly<Record<string, readonly Answered[]>>;
}

/** @param seed the seed of the forms */
export function readBaseline(seed: number): Baseline {
  return { forms: readJson(formsFile(seed)), questions: readJson(questionsFile) };
}

/** Replaces the results of the measured sets. Cost is left out, because it depends on the machine. */
export function writeBaseline(seed: number, results: readonly SetResult[]): void {
  const baseline = readBaseline(seed);
  const forms = results
    .filter((result) => result.forms.length > 0)
    .map((result) => [result.set, result.forms.map(({ cost: _, ...figures }) => figures)] as const);
  const questions = results.flatMap((result) =>
    result.questions.map(({ topic, service }) => [nameOfQuestions(result.set, topic), service] as const),
  );
  writeJson(formsFile(seed), { ...baseline.forms, ...Object.fromEntries(forms) });
  writeJson(questionsFile, { ...baseline.questions, ...Object.fromEntries(questions) });
}

/** The name of the questions about a topic, among the baselines. */
export function nameOfQuestions(set: string, topic: string): string {
  return `${set}, ${topic} questions`;
}

const questionsFile = join(__dirname, 'baselines', 'questions.json');

function formsFile(seed: number): string {
  return join(__dirname, 'baselines', `seed-${seed}.json`);
}

function readJson<T>(file: string): Record<string, T> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, T>) : {};
}

/** One line per row, so that a changed figure is one line of a diff. */
function writeJson(file: string, sets: Readonly<Record<string, readonly object[]>>): void {
  const entries = Object.entries(sets).map(
    ([set, rows]) => `  ${JSON.stringify(set)}: [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]`,
  );
  writeFileSync(file, `{\n${entries.join(',\n')}\n}\n`);
}
