import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { errorMessage } from '../../error-message.js';
import { type Line, type LongLinePiece } from './line-reader.js';
import { type Source } from './source.js';

/** Reasons of one file that somebody at a terminal wants to see; the rest is counted. */
export const shownAtTerminal = 20;

/**
 * The rejected lines of a file: their reasons are shown, their text goes to a file of its own. That is written under
 * another name until it is put in place, since what has its name may be read yet, or be written by another import.
 */
export class Rejects {
  count = 0;
  private readonly temporaryPath: string;
  private file: FileHandle | undefined;
  /** The rejected file cannot be written: then every reason is shown. */
  private unwritable = false;
  private complete = false;

  /** @param keep whether the lines go to a file; otherwise nothing is written, and nothing removed */
  constructor(
    private readonly source: Pick<Source, 'name' | 'rejectedPath'>,
    private readonly say: (line: string) => void,
    private readonly mostShown = Infinity,
    private readonly keep = true,
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
   * Says how many there were.
   *
   * @param complete the source was read to its end: without rejects, those of an earlier run are no longer true
   */
  async close(complete: boolean): Promise<void> {
    this.complete = complete;
    await this.file?.close();
    const { name, rejectedPath } = this.source;
    const more = this.count - this.mostShown;
    if (more > 0 && !this.unwritable) this.say(`${name}: ${more.toLocaleString('en')} more lines are rejected`);
    if (this.file) this.say(`${name}: rejected lines are in ${rejectedPath}`);
  }

  /** Puts the file of rejected lines in the place of one of an earlier run; both go when there are none now. */
  async putInPlace(): Promise<void> {
    const { rejectedPath } = this.source;
    try {
      if (this.file) await rename(this.temporaryPath, rejectedPath);
      // A folder that cannot be written to objects even where there is nothing to remove.
      else if (this.keep && this.complete && this.count === 0 && existsSync(rejectedPath)) await rm(rejectedPath);
    } catch (error) {
      this.say(
        this.file
          ? `Rejected lines stay in ${this.temporaryPath}: ${errorMessage(error)}`
          : `The rejected lines of an earlier run cannot be removed: ${errorMessage(error)}`,
      );
    }
  }

  private report(number: number, reason: string): void {
    this.count += 1;
    if (this.count <= this.mostShown || this.unwritable) this.say(`${this.source.name}:${number}: ${reason}`);
  }

  private async write(bytes: Buffer, end: string): Promise<void> {
    if (this.unwritable || !this.keep) return;
    try {
      this.file ??= await open(this.temporaryPath, 'wx');
      await this.file.appendFile(Buffer.concat([bytes, Buffer.from(end)]));
    } catch (error) {
      this.unwritable = true;
      this.say(`Rejected lines cannot be kept, they are only shown: ${errorMessage(error)}`);
    }
  }
}
