import { type DataSource } from 'typeorm';
import { type Terminal } from '../terminal.js';
import { ReadingError } from './batches.js';
import { importLines } from './import-lines.js';
import { progressOf } from './progress.js';
import { type Reader } from './reader.js';
import { Reasons } from './reasons.js';
import { type Kind } from './record-kind.js';
import { Rejects, shownAtTerminal } from './rejects.js';
import { type Source } from './source.js';
import { ImportSummary } from './import-summary.js';

/** What the import of a source works with. */
export interface SourceRun {
  kind: Kind<object>;
  reader: Reader<object>;
  /** Undefined when it is only asked what would come in: then nothing is written anywhere. */
  database: DataSource | undefined;
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
  const { terminal, interrupted, database, reader } = run;
  const tally = new ImportSummary();
  const leftOut = new Reasons();
  const progress = progressOf(source, tally, terminal);
  const say = (line: string): void => {
    progress.say(line);
  };
  const shown = terminal.messages.isTTY ? shownAtTerminal : Infinity;
  const rejects = new Rejects(source, say, shown, database !== undefined);
  rejected.push(rejects);
  let complete = false;
  const afterBatch = async (): Promise<void> => {
    progress.update();
    await run.afterBatch();
  };
  try {
    await importLines(reader.lines(source, interrupted), { ...run, rejects, leftOut, tally, afterBatch });
    complete = true;
  } catch (error) {
    interrupted.throwIfAborted();
    if (!(error instanceof ReadingError)) throw error;
    progress.say(`${source.name} cannot be read to its end: ${error.message}. What was read before is in.`);
  } finally {
    progress.stop();
    await rejects.close(complete);
    for (const line of leftOut.list()) terminal.say(`${source.name}: left out: ${line}`);
    tellRemoved(source, tally, terminal);
    terminal.print(`${source.name}: ${database ? tally.toString() : tally.toDryString()}`);
  }
  return complete && tally.rejected === 0;
}

/** What people wrote about a place goes with it: that is not done in silence. */
function tellRemoved({ name }: Source, { removed }: ImportSummary, terminal: Terminal): void {
  const { places, reviews, checkins } = removed;
  if (reviews + checkins === 0) return;
  terminal.say(
    `${name}: with ${places.toLocaleString('en')} closed places went ${reviews.toLocaleString('en')} reviews and ` +
      `${checkins.toLocaleString('en')} check-ins; \`recount\` brings the statistics of their users up to date`,
  );
}
