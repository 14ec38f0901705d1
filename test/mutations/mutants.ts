import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dataDirOf } from '../../dev/data-dir.js';
import { type PureFile } from './pure-files.js';

/** What the runs write. */
export const HOME = join(dataDirOf(process.env), 'mutations');

/** Where `transformer.cjs` finds the texts that replace those of `src`. */
export const MUTATED = join(HOME, 'files');

export type Mutant = Awaited<ReturnType<typeof instrument>>['mutants'][number];

const silent = () => undefined;

const isSilent = () => false;

const logger = {
  ...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
  ...{ isTraceEnabled: isSilent, isDebugEnabled: isSilent, isInfoEnabled: isSilent },
  ...{ isWarnEnabled: isSilent, isErrorEnabled: isSilent, isFatalEnabled: isSilent },
};

/** The mutants of these files, and the files with all of their mutants, of which a run switches one on. */
export async function instrument(files: readonly PureFile[]) {
  const contents = files.map(({ name, lines }) => ({
    name,
    mutate: rangesOf(lines),
    content: readFileSync(name, 'utf8'),
  }));
  // The package cannot be required: its imports of Babel need Node's own loader of ES modules.
  const { Instrumenter } = await import('@stryker-mutator/instrumenter');
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  return new Instrumenter(logger).instrument(contents, options);
}

function rangesOf(lines: PureFile['lines']) {
  return lines ? [{ start: { line: lines.first, column: 0 }, end: { line: lines.last + 1, column: 0 } }] : true;
}

/** Replaces the texts of the last run. */
export function writeMutated(files: readonly { readonly name: string; readonly content: string }[]): void {
  rmSync(MUTATED, { recursive: true, force: true });
  for (const { name, content } of files) {
    mkdirSync(dirname(join(MUTATED, name)), { recursive: true });
    writeFileSync(join(MUTATED, name), content);
  }
}

/** The text of a file with one mutant. */
export function apply(text: string, { location: { start, end }, replacement }: Mutant): string {
  const lines = text.split('\n');
  const offset = ({ line, column }: Mutant['location']['start']) =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + column;
  return text.slice(0, offset(start)) + replacement + text.slice(offset(end));
}

/** `src/http/xml.ts:12:3 ConditionalExpression: a > b => true` */
export function describeMutant({ fileName, mutatorName, location, replacement }: Mutant): string {
  const { start, end } = location;
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1);
  lines.push((lines.pop() ?? '').slice(0, end.column));
  const original = lines.join('\n').slice(start.column);
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 160);
  return `${fileName}:${start.line + 1}:${start.column + 1} ${mutatorName}: ${short(original)} => ${short(replacement)}`;
}
