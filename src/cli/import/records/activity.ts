import { createHash } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { type Table, countUpserted, upsert, type RecordKind } from '../record-writer.js';
import {
  identifier,
  timestamp,
  optional,
  record,
  required,
  text,
  decimal,
  maxInteger,
  wholeNumber,
  evenIfFieldsFail,
} from './fields.js';
import { isObject, validateRow, type ValueFault, withFaults } from '../parse-row.js';
import { ratingScale } from '../../../places/place.js';

const checkins: Table = {
  name: 'checkins',
  key: ['id'],
  columns: ['id', 'user_id', 'place_id', 'source', 'created'],
};

const checkinSchema = record({
  id: optional(identifier()),
  user: required(identifier()),
  place: required(identifier()),
  source: optional(text(500)),
  created: required(timestamp),
}).transform(({ id, user, place, source, created }) => ({
  id: id ?? contentHash(user, place, source, created),
  user_id: user,
  place_id: place,
  source,
  created,
}));

/** `{id?, user, place, source, created}` */
export const checkin = referringKind(checkinSchema, checkins, { user: 'users', place: 'places' });

/** The identifier of a check-in without one: a hash of its content, so that importing it again does not double it. */
function contentHash(...content: (string | null)[]): string {
  return `c-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)}`;
}

const reviews: Table = {
  name: 'reviews',
  key: ['id'],
  columns: ['id', 'user_id', 'place_id', 'text', 'source', 'rating', 'thumbs_up', 'created'],
  decimals: ['rating'],
};

const reviewSchema = record({
  id: required(identifier()),
  user: required(identifier()),
  place: required(identifier()),
  text: optional(text(10_000)),
  source: optional(text(500)),
  rating: optional(decimal(ratingScale.min, ratingScale.max)),
  thumbsUp: optional(wholeNumber(maxInteger)),
  created: required(timestamp),
}).transform(({ user, place, thumbsUp, ...rest }) => ({
  ...rest,
  user_id: user,
  place_id: place,
  thumbs_up: thumbsUp,
}));

/** `{id, user, place, text, source, rating, thumbsUp, created}` */
export const review = referringKind(reviewSchema, reviews, { user: 'users', place: 'places' });

const follows: Table = {
  name: 'follows',
  key: ['follower_id', 'following_id'],
  columns: ['follower_id', 'following_id', 'created'],
};

const followSchema = record({
  follower: required(identifier()),
  following: required(identifier()),
  created: required(timestamp),
})
  .superRefine(({ follower, following }, context) => {
    // Invalid fields are not strings.
    if (typeof follower === 'string' && follower === following) context.addIssue('follower and following must differ');
  }, evenIfFieldsFail)
  .transform(({ follower, following, created }) => ({ follower_id: follower, following_id: following, created }));

/** `{follower, following, created}` */
export const follow = referringKind(followSchema, follows, { follower: 'users', following: 'users' });

type Row = Readonly<Record<string, unknown>>;

/** The tables that fields refer to. The column of the field `user` is `user_id`. */
type References = Readonly<Record<string, 'users' | 'places'>>;

/** A kind whose rows refer to other records, and are the rows of its table. */
function referringKind<R extends Row>(
  schema: RecordKind<R>['schema'],
  table: Table,
  references: References,
): RecordKind<R> {
  return {
    schema,
    parse: (value) => {
      const result = validateRow(value, schema);
      return 'rejected' in result ? result : withFaults(result.row, faultsOfTime(value));
    },
    changesIndex: false,
    key: (row) => JSON.stringify(table.key.map((column) => row[column])),
    check: (manager, rows) => rejectUnknownReferences(manager, rows, references),
    write: async (manager, rows, runId) => countUpserted(await upsert(manager, table, rows, runId)),
  };
}

/** March 1973 in seconds, and in milliseconds. Between them are the seconds of all years until 5138. */
const [fromSeconds, fromMilliseconds] = [100_000_000, 100_000_000_000];

/** Warns of a time that is in seconds by all appearance. */
function faultsOfTime(record: unknown): ValueFault[] {
  const value = isObject(record) ? record.created : undefined;
  if (typeof value !== 'number' || value < fromSeconds || value >= fromMilliseconds) return [];
  const reason = 'is before 1973 in milliseconds since 1970: is it in seconds?';
  return [{ member: 'created', value, reason, isKept: true }];
}

/** The reason names every missing record. */
async function rejectUnknownReferences(
  manager: EntityManager,
  rows: readonly Row[],
  references: References,
): Promise<ReadonlyMap<number, string>> {
  const reasons = new Map<number, string>();
  for (const [field, table] of Object.entries(references)) {
    const ids = rows.map((row) => row[`${field}_id`] as string);
    const found = await manager.query<{ id: string }[]>(`SELECT id FROM ${table} WHERE id = ANY($1)`, [
      [...new Set(ids)],
    ]);
    const existing = new Set(found.map(({ id }) => id));
    for (const [index, id] of ids.entries()) {
      if (existing.has(id)) continue;
      const reason = `${field}: there is no ${table === 'users' ? 'user' : 'place'} ${JSON.stringify(id)}`;
      const earlier = reasons.get(index);
      reasons.set(index, earlier === undefined ? reason : `${earlier}; ${reason}`);
    }
  }
  return reasons;
}
