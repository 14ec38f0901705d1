import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rename, rm, type FileHandle } from 'node:fs/promises';
import { errorMessage } from '../../config/error-message.js';
import { type InputFile } from './input-file.js';
import { type Line } from './line-reader.js';
import { createPrivateFile } from '../private-file.js';
import { type Terminal } from '../terminal.js';

/**
 * Counts the rejected lines of a file and writes them to `FILE.rejected.ndjson`, for its owner only. They go to a temporary
 * file first: the final name may be an input of this import, or the output of another import.
 */
export class RejectedLines {
  count = 0;
  private readonly temporaryPath: string;
  private file: FileHandle | undefined;
  private complete = false;

  constructor(
    private readonly input: Pick<InputFile, 'name' | 'rejectedPath'>,
    private readonly terminal: Pick<Terminal, 'log'>,
    /** False in a dry run, where no file is written or removed, and once writing has failed. */
    private writesFile = true,
  ) {
    this.temporaryPath = `${input.rejectedPath}.${randomUUID()}`;
  }

  /**
   * Adds a line. If it is too long, the file gets only its number and the reason.
   *
   * @param options.withhold the line may hold secrets: the file gets only its number and the reason
   */
  async add({ number, bytes }: Line, reason: string, { withhold = false } = {}): Promise<void> {
    this.count += 1;
    const isWithheld = withhold || bytes.length === 0;
    await this.write(isWithheld ? Buffer.from(JSON.stringify({ line: number, reason })) : bytes);
  }

  /**
   * Closes the temporary file.
   *
   * @param complete whether the input was read to its end; if true, `replaceFile` may delete the rejected lines of an earlier run
   */
  async close(complete: boolean): Promise<void> {
    this.complete = complete;
    await this.tryToWrite(async () => {
      // Some file systems report a full disk only here.
      await this.file?.sync();
      await this.file?.close();
    });
    const { name, rejectedPath } = this.input;
    if (this.file) this.terminal.log(`${name}: rejected lines are in ${rejectedPath}`);
  }

  /** Replaces the rejected lines of an earlier run, or removes them if no line was rejected. */
  async replaceFile(): Promise<void> {
    const { rejectedPath } = this.input;
    try {
      if (this.file) await rename(this.temporaryPath, rejectedPath);
      // `rm` fails in a folder without write permission even if there is nothing to remove.
      else if (this.writesFile && this.complete && this.count === 0 && existsSync(rejectedPath)) await rm(rejectedPath);
    } catch (error) {
      this.terminal.log(
        this.file
          ? `Rejected lines are in ${this.temporaryPath}, which cannot be renamed: ${errorMessage(error)}`
          : `The rejected lines of an earlier run cannot be removed: ${errorMessage(error)}`,
      );
    }
  }

  private async write(line: Buffer): Promise<void> {
    if (!this.writesFile) return;
    await this.tryToWrite(async () => {
      this.file ??= await createPrivateFile(this.temporaryPath);
      await this.file.appendFile(Buffer.concat([line, lineFeed]));
    });
  }

  /** If writing fails, removes the file: nobody should take it for complete. */
  private async tryToWrite(write: () => Promise<void> | undefined): Promise<void> {
    try {
      await write();
    } catch (error) {
      await this.file?.close().catch(() => undefined);
      await rm(this.temporaryPath, { force: true }).catch(() => undefined);
      this.file = undefined;
      this.writesFile = false;
      this.terminal.log(
        `Rejected lines cannot be written to a file, and only the first of each reason are reported: ${errorMessage(error)}`,
      );
    }
  }
}

const lineFeed = Buffer.from('\n');
