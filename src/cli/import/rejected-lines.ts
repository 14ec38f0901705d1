import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { errorMessage } from '../../error-message.js';
import { type InputFile } from './input-file.js';
import { type Line, type LongLinePiece } from './line-reader.js';

/** Reasons reported for each file on a terminal; the rest are counted. */
export const maxReportedOnTerminal = 20;

/**
 * Reports the rejected lines of a file and writes them to `FILE.rejected.ndjson`. They go to a temporary file first: the
 * final name may be an input of this import, or the output of another import.
 */
export class RejectedLines {
  count = 0;
  private readonly temporaryPath: string;
  private file: FileHandle | undefined;
  /** If the file cannot be written, every reason is reported. */
  private unwritable = false;
  private complete = false;

  /** @param writesFile false in a dry run: no file is written or removed */
  constructor(
    private readonly source: Pick<InputFile, 'name' | 'rejectedPath'>,
    private readonly log: (line: string) => void,
    private readonly maxReported = Infinity,
    private readonly writesFile = true,
  ) {
    this.temporaryPath = `${source.rejectedPath}.${randomUUID()}`;
  }

  async add({ number, bytes }: Line, reason: string): Promise<void> {
    this.report(number, reason);
    await this.write(bytes, '\n');
  }

  async addPiece({ number, bytes, first, last }: LongLinePiece, reason: string): Promise<void> {
    if (first) this.report(number, reason);
    await this.write(bytes, last ? '\n' : '');
  }

  /**
   * Closes the temporary file and reports the count.
   *
   * @param complete whether the source was read to its end; only then may the rejected lines of an earlier run go
   */
  async close(complete: boolean): Promise<void> {
    this.complete = complete;
    await this.file?.close();
    const { name, rejectedPath } = this.source;
    const unreported = this.count - this.maxReported;
    if (unreported > 0 && !this.unwritable) {
      this.log(`${name}: ${unreported.toLocaleString('en')} more lines are rejected`);
    }
    if (this.file) this.log(`${name}: rejected lines are in ${rejectedPath}`);
  }

  /** Replaces the rejected lines of an earlier run, or removes them if no line was rejected. */
  async replaceFile(): Promise<void> {
    const { rejectedPath } = this.source;
    try {
      if (this.file) await rename(this.temporaryPath, rejectedPath);
      // `rm` fails in a folder without write permission even if there is nothing to remove.
      else if (this.writesFile && this.complete && this.count === 0 && existsSync(rejectedPath)) await rm(rejectedPath);
    } catch (error) {
      this.log(
        this.file
          ? `Rejected lines are in ${this.temporaryPath}, which cannot be renamed: ${errorMessage(error)}`
          : `The rejected lines of an earlier run cannot be removed: ${errorMessage(error)}`,
      );
    }
  }

  private report(number: number, reason: string): void {
    this.count += 1;
    if (this.count <= this.maxReported || this.unwritable) this.log(`${this.source.name}:${number}: ${reason}`);
  }

  private async write(bytes: Buffer, end: string): Promise<void> {
    if (this.unwritable || !this.writesFile) return;
    try {
      this.file ??= await open(this.temporaryPath, 'wx');
      await this.file.appendFile(Buffer.concat([bytes, Buffer.from(end)]));
    } catch (error) {
      this.unwritable = true;
      this.log(`Rejected lines cannot be written to a file, only their reasons are shown: ${errorMessage(error)}`);
    }
  }
}
