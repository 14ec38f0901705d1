import { createHmac, timingSafeEqual, createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type SortValues } from './search-index/search-hits.js';
import { type SearchBody } from './search-body/search-body.js';
import { type SearchStage } from './search-stage.js';

/** The position between two pages of a search. */
export interface Cursor {
  pointInTime: string;
  /** The sort values of the last place of the page before. */
  after: SortValues;
  /** How the search found its places; absent without words. */
  stage: SearchStage | undefined;
}

export type ParsedCursor = { ok: true; cursor: Cursor } | { ok: false; reason: 'forged' | 'another search' };

/**
 * Writes and parses the values of `cursorMark`. They are signed, so that callers cannot make their own, and hold a
 * fingerprint of the search that they continue (docs/adr/0005).
 */
@Injectable()
export class Cursors {
  private secret: Promise<string> | undefined;

  constructor(private readonly database: DataSource) {}

  async write({ pointInTime, after, stage }: Cursor, body: SearchBody): Promise<string> {
    const content = Buffer.from(JSON.stringify([pointInTime, after, fingerprint(body), stage])).toString('base64url');
    return `${content}.${await this.sign(content)}`;
  }

  /** @param body the search that the cursor should continue, as typed */
  async parse(cursorMark: string, body: SearchBody): Promise<ParsedCursor> {
    const [content = '', signature = '', ...rest] = cursorMark.split('.');
    const expected = Buffer.from(await this.sign(content));
    const given = Buffer.from(signature);
    if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) {
      return { ok: false, reason: 'forged' };
    }
    // The signature proves that write() made it.
    const written = JSON.parse(Buffer.from(content, 'base64url').toString()) as [
      string,
      SortValues,
      string,
      SearchStage | null,
    ];
    const [pointInTime, after, search, stage] = written;
    if (search !== fingerprint(body)) return { ok: false, reason: 'another search' };
    return { ok: true, cursor: { pointInTime, after, stage: stage ?? undefined } };
  }

  private async sign(content: string): Promise<string> {
    this.secret ??= this.loadSecret();
    return createHmac('sha256', await this.secret)
      .update(content)
      .digest('base64url');
  }

  private async loadSecret(): Promise<string> {
    try {
      const [row] = await this.database.query<{ value: string }[]>("SELECT value FROM secrets WHERE name = 'cursor'");
      if (!row) throw new Error('The database has no secret for cursors');
      return row.value;
    } catch (error) {
      this.secret = undefined;
      throw error;
    }
  }
}

/** Identifies a search: all its pages have the same query and order, and so the same fingerprint. */
function fingerprint({ query, sort }: Pick<SearchBody, 'query' | 'sort'>): string {
  return createHash('sha256').update(JSON.stringify({ query, sort })).digest('base64url').slice(0, 22);
}
