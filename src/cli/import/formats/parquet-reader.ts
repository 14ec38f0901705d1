import { fork } from 'node:child_process';
import { on } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createPrivateFile } from '../../private-file.js';
import { PARQUET_PROGRAM } from './parquet-program.js';
import { type BoundingBox } from './position.js';
import { type Line } from '../line-reader.js';

/** The part of a file to read. */
export interface ParquetSelection {
  path: string;
  /** Undefined for all. */
  columns: readonly string[] | undefined;
  /** Rows that are certainly outside it are left out. Row groups and pages without a row inside are not read. */
  box?: BoundingBox | undefined;
}

/** A message of the program: rows, the end of the rows, or the reason why they cannot be read. */
export type ParquetAnswer =
  | {
      lines: Line[];
      /** The share of rows read, from 0 to 1. */
      fraction: number;
    }
  | { isEnd: true }
  | { error: string };

/** The heap of the program. It must hold the unpacked values of all columns of the rows that are read together. */
const maxHeapMegabytes = 1024;

/**
 * Reads a Parquet file. Yields each row as a line that holds a JSON object of the given columns, with its number in the file,
 * from 1.
 *
 * The decoder trusts the counts of a file: a few bytes could make it fill the memory, or run for hours. So it runs as a program
 * of its own, with limits of memory and time.
 *
 * @param progress called with the share of rows read, from 0 to 1
 * @param maxSeconds for the footer, and for each step of rows
 * @throws Error if the file is damaged, or cannot be read within the limits
 */
export async function* readParquet(
  selection: ParquetSelection,
  interrupted: AbortSignal,
  progress: (fraction: number) => void = () => undefined,
  maxSeconds = 30,
): AsyncGenerator<Line> {
  const reader = fork(PARQUET_PROGRAM, {
    execArgv: [`--max-old-space-size=${maxHeapMegabytes}`, '--heap-growing-percent=120'],
    // It needs no secrets.
    env: {},
    serialization: 'advanced',
    // Node.js describes an exhausted heap at length.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    signal: interrupted,
    killSignal: 'SIGKILL',
  });
  let timer: NodeJS.Timeout | undefined;
  const ask = (): void => {
    timer = setTimeout(() => reader.kill('SIGKILL'), maxSeconds * 1000);
    reader.send(selection);
  };
  reader.on('message', () => {
    clearTimeout(timer);
  });
  try {
    ask();
    for await (const [answer] of on(reader, 'message', { close: ['exit'] }) as AsyncIterable<[ParquetAnswer]>) {
      if ('error' in answer) throw new Error(answer.error);
      if ('isEnd' in answer) return;
      // The program reads the next rows while these lines are stored.
      ask();
      yield* answer.lines;
      progress(answer.fraction);
    }
    throw new Error(
      `the Parquet file is damaged, or its row groups are too large: some rows take more than ${maxHeapMegabytes} MB of memory or ${maxSeconds} s`,
    );
  } finally {
    clearTimeout(timer);
    reader.kill('SIGKILL');
  }
}

/** Writes a stream to a temporary file first, because Parquet is read from its end. */
export async function* readParquetStream(
  chunks: AsyncIterable<Buffer>,
  selection: Omit<ParquetSelection, 'path'>,
  interrupted: AbortSignal,
): AsyncGenerator<Line> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  try {
    const path = join(folder, 'rows.parquet');
    await pipeline(chunks, (await createPrivateFile(path)).createWriteStream());
    yield* readParquet({ path, ...selection }, interrupted);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
