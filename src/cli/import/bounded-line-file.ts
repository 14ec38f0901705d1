import { type FileHandle } from 'node:fs/promises';
import { createPrivateFile } from '../private-file.js';

const lineFeed = Buffer.from('\n');

/** A new file of whole lines, for its owner only. Lines beyond its limit are counted and left out. */
export class BoundedLineFile {
  /** The lines that were left out. */
  omitted = 0;
  private size = 0;
  /** Where the current line starts. */
  private lineStart = 0;
  private isFull = false;

  private constructor(
    private readonly file: FileHandle,
    private readonly maxBytes: number,
  ) {}

  /** @throws the error of the file system, also if the file exists */
  static async create(path: string, maxBytes: number): Promise<BoundedLineFile> {
    return new BoundedLineFile(await createPrivateFile(path), maxBytes);
  }

  /**
   * Writes a line, or the next part of a line.
   *
   * @param last whether the line ends with this part
   */
  async write(part: Buffer, last = true): Promise<void> {
    const bytes = last ? Buffer.concat([part, lineFeed]) : part;
    if (!this.isFull && this.size + bytes.length > this.maxBytes) {
      this.isFull = true;
      await this.removeOpenLine();
    }
    if (!this.isFull) {
      await this.file.appendFile(bytes);
      this.size += bytes.length;
      if (last) this.lineStart = this.size;
    } else if (last) this.omitted += 1;
  }

  /** Removes a line whose end was not written, and closes the file. */
  async close(): Promise<void> {
    try {
      await this.removeOpenLine();
      // Some file systems report a full disk only here.
      await this.file.sync();
    } finally {
      await this.file.close();
    }
  }

  private async removeOpenLine(): Promise<void> {
    if (this.size > this.lineStart) await this.file.truncate(this.lineStart);
    this.size = this.lineStart;
  }
}
