import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { fingerprint } from './fingerprint.js';
import { type SortValues } from './search-index/search-hits.js';
import { type SearchBody } from './search-body/search-body.js';

/** Where a walk stands: the frozen view that it reads, and the last place that it gave. */
export interface Cursor {
  pointInTime: string;
  after: SortValues;
}

/** What a text that came as a mark is. */
export type ReadMark = { is: 'mark'; cursor: Cursor } | { is: 'forged' } | { is: 'of another search' };

/**
 * Writes and reads the marks of cursor walks (design, section 5, "Depth"): signed, so that nobody reaches another view
 * or position by a mark of their own, and tied to the query and order that they continue.
 */
@Injectable()
export class Cursors {
  private secret: Promise<string> | undefined;

  constructor(private readonly database: DataSource) {}

  async write({ pointInTime, after }: Cursor, body: SearchBody): Promise<string> {
    const content = Buffer.from(JSON.stringify([pointInTime, after, fingerprint(body)])).toString('base64url');
    return `${content}.${await this.sign(content)}`;
  }

  async read(mark: string, body: SearchBody): Promise<ReadMark> {
    const [content = '', signature = ''] = mark.split('.');
    const expected = Buffer.from(await this.sign(content));
    const given = Buffer.from(signature);
    if (mark.split('.').length !== 2 || given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return { is: 'forged' };
    }
    // Signed by us, so it has the shape that write() gave it.
    const written = JSON.parse(Buffer.from(content, 'base64url').toString()) as [string, SortValues, string];
    const [pointInTime, after, of] = written;
    return of === fingerprint(body) ? { is: 'mark', cursor: { pointInTime, after } } : { is: 'of another search' };
  }

  private async sign(content: string): Promise<string> {
    this.secret ??= this.load();
    return createHmac('sha256', await this.secret)
      .update(content)
      .digest('base64url');
  }

  private async load(): Promise<string> {
    try {
      const [row] = await this.database.query<{ value: string }[]>("SELECT value FROM secrets WHERE name = 'cursor'");
      if (!row) throw new Error('The secret of cursor marks is missing from the database');
      return row.value;
    } catch (error) {
      this.secret = undefined;
      throw error;
    }
  }
}
