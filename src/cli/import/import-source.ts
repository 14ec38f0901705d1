import { type DataSource } from 'typeorm';
import { type Terminal } from '../terminal.js';
import { ReadingError } from './batches.js';
import { importLines } from './import-lines.js';
import { readLines } from './line-reader.js';
import { progressOf } from './progress.js';
import { type RecordKind } from './record-kind.js';
import { Rejects, shownAtTerminal } from './rejects.js';
import { type Source } from './source.js';
import { Tally } from './tally.js';

/** What the import of a source works with. */
export interface SourceRun {
  kind: RecordKind<object>;
  database: DataSource;
  terminal: Terminal;
  afterBatch(): Promise<void>;
  interrupted: AbortSignal;
}

/**
 * Imports sources in their order. The files of rejected lines are put in place when all are read, since one of them may
 * be among the sources.
 *
 * @param sources undefined stands for one that cannot be read
 * @returns whether all of them are in
 */
export async function importSources(sources: Iterable<Source | undefined>, run: SourceRun): Promise<boolean> {
  const rejected: Rejects[] = [];
  let complete = true;
  try {
    for (const source of sources) {
      const isIn = source !== undefined && (await importSource(source, run, rejected));
      complete &&= isIn;
    }
  } finally {
    for (const rejects of rejected) await rejects.putInPlace();
  }
  return complete;
}

/** Imports one source with its progress, its rejected lines and a summary. */
async function importSource(source: Source, run: SourceRun, rejected: Rejects[]): Promise<boolean> {
  const { terminal, interrupted } = run;
  const tally = new Tally();
  const progress = progressOf(source, tally, terminal);
  const say = (line: string): void => {
    progress.say(line);
  };
  const rejects = new Rejects(source, say, terminal.messages.isTTY ? shownAtTerminal : Infinity);
  rejected.push(rejects);
  let complete = false;
  const afterBatch = async (): Promise<void> => {
    progress.update();
    await run.afterBatch();
  };
  try {
    await importLines(readLines(source.read(interrupted)), { ...run, rejects, tally, afterBatch });
    complete = true;
  } catch (error) {
    interrupted.throwIfAborted();
    if (!(error instanceof ReadingError)) throw error;
    progress.say(`${source.name} cannot be read to its end: ${error.message}. What was read before is in.`);
  } finally {
    progress.stop();
    await rejects.close(complete);
    terminal.print(`${source.name}: ${tally.toString()}`);
  }
  return complete && tally.rejected === 0;
}
