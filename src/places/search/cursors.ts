import { createHmac, hash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { equalsInConstantTime } from '../../auth/token-store.js';
import { invalidParameters } from '../../http/problems.js';
import { type SortValues } from '../body/places-query.js';
import { type Stage } from './stage.js';

/** The position between two pages of a search. */
export interface Cursor {
  pointInTime: string;
  /** The sort values of the last place of the page before. */
  after: SortValues;
  /** How the search found its places; absent without words. */
  stage: Stage | undefined;
  /** The `now` of the first page, in minutes since 1970. */
  now: number;
  /** See `FoundPlaces`. */
  unknownHours: number | undefined;
}

/** The `cursorMark` that starts a cursor search. */
export const START_MARK = '*';

const reasons = {
  forged: 'is not a cursor mark of this service',
  'another search':
    'belongs to another search or an older release: q, match, q.kind, q.where, q.near, q.when, q.number, fq, open, sort and location must stay the same',
};

/**
 * Writes and parses the values of `cursorMark`. They are signed, so that callers cannot make their own, and hold a
 * fingerprint of the search that they continue (docs/adr/0005).
 */
@Injectable()
export class Cursors {
  private secret: Promise<string> | undefined;

  constructor(private readonly database: DataSource) {}

  /** @param searchKey identifies the search; all its pages have the same */
  async write({ pointInTime, after, stage, now, unknownHours }: Cursor, searchKey: string): Promise<string> {
    const parts = [pointInTime, after, fingerprint(searchKey), stage, now, unknownHours];
    const content = deflateRawSync(JSON.stringify(parts, withoutUnused)).toString('base64url');
    return `${content}.${await this.sign(content)}`;
  }

  /**
   * @param searchKey identifies the search that the cursor should continue
   * @throws ProblemError `invalid_parameter`
   */
  async parse(cursorMark: string, searchKey: string): Promise<Cursor> {
    const rejection = (reason: keyof typeof reasons) =>
      invalidParameters([
        {
          ...{ parameter: 'cursorMark', value: cursorMark, reason: reasons[reason] },
          allowed: [START_MARK, 'the nextCursorMark of the previous page'],
        },
      ]);
    const [content = '', signature = '', ...rest] = cursorMark.split('.');
    if (rest.length > 0 || !equalsInConstantTime(signature, await this.sign(content))) throw rejection('forged');
    const parts = unpack(content);
    if (parts?.[2] !== fingerprint(searchKey)) throw rejection('another search');
    const [pointInTime, after, , stage, now, unknownHours] = parts;
    return { pointInTime, after, now, stage: stage ?? undefined, unknownHours: unknownHours ?? undefined };
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

type Parts = [string, SortValues, string, Stage | null, number, number | null];

/** The content is signed, so `write()` made it. An older version may have written it uncompressed. */
function unpack(content: string): Parts | undefined {
  try {
    return JSON.parse(inflateRawSync(Buffer.from(content, 'base64url')).toString()) as Parts;
  } catch {
    return undefined;
  }
}

/** Members of the kind and the area of a stage that the next pages do not need. A cursor must fit in a URL. */
const NOT_IN_CURSOR = new Set(['idsWithNarrower', 'broaderKind', 'alternatives', 'otherKeys', 'parentKeys']);

function withoutUnused(member: string, value: unknown): unknown {
  return NOT_IN_CURSOR.has(member) ? undefined : value;
}

/** Increment it when the members of a stage change their meaning, or scores or the reading of `q` change. A cursor of another format is rejected. */
const FORMAT = 16;

function fingerprint(searchKey: string): string {
  return hash('sha256', `${FORMAT}\n${searchKey}`, 'base64url').slice(0, 22);
}
