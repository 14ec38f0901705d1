import { existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { reasonOf } from '../failure.js';
import { type Line, type LongLinePiece } from './line-reader.js';
import { type Source } from './source.js';

/** Reasons that are shown of one file; the rest is counted. */
const mostShown = 20;

/** The rejected lines of a file: their reasons are shown, their text goes to a file of its own. */
export class Rejects {
  count = 0;
  private file: FileHandle | undefined;
  /** The rejected file cannot be written: then every reason is shown. */
  private unwritable = false;

  constructor(
    private readonly source: Pick<Source, 'name' | 'rejectedPath'>,
    private readonly say: (line: string) => void,
  ) {}

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
    await this.file?.close();
    const { name, rejectedPath } = this.source;
    if (this.count === 0) {
      if (complete) await this.removeStale();
      return;
    }
    const more = this.count - mostShown;
    if (more > 0 && !this.unwritable) this.say(`${name}: ${more.toLocaleString('en')} more lines are rejected`);
    if (this.file) this.say(`${name}: rejected lines are in ${rejectedPath}`);
  }

  private report(number: number, reason: string): void {
    this.count += 1;
    if (this.count <= mostShown || this.unwritable) this.say(`${this.source.name}:${number}: ${reason}`);
  }

  private async write(bytes: Buffer, end: string): Promise<void> {
    if (this.unwritable) return;
    try {
      this.file ??= await open(this.source.rejectedPath, 'w');
      await this.file.appendFile(Buffer.concat([bytes, Buffer.from(end)]));
    } catch (error) {
      this.unwritable = true;
      this.say(`Rejected lines cannot be kept, they are only shown: ${reasonOf(error)}`);
    }
  }

  private async removeStale(): Promise<void> {
    // A folder that cannot be written to objects even where there is nothing to remove.
    if (!existsSync(this.source.rejectedPath)) return;
    try {
      await rm(this.source.rejectedPath);
    } catch (error) {
      this.say(`The rejected lines of an earlier run cannot be removed: ${reasonOf(error)}`);
    }
  }
}
