import { createHash } from 'node:crypto';
import { type z } from 'zod';
import { type RecordKind } from '../record-kind.js';
import { countUpserted, type Table, upsert } from '../upsert.js';
import { identifier, timestamp, optional, record, required, text } from './fields.js';
import { userAndPlace, rejectUnknownReferences } from './references.js';

const checkins: Table = {
  name: 'checkins',
  key: ['id'],
  columns: { id: 'text', user_id: 'text', place_id: 'text', source: 'text', created: 'timestamptz' },
};

const schema = record({
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
export const checkin: RecordKind<z.output<typeof schema>> = {
  schema,
  searchable: false,
  key: (row) => row.id,
  check: (manager, rows) => rejectUnknownReferences(manager, rows, userAndPlace),
  write: async (manager, rows) => countUpserted(await upsert(manager, checkins, rows)),
};

/** The identifier of a check-in without one: a hash of its content, so that importing it again does not double it. */
function contentHash(...content: (string | null)[]): string {
  return `c-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)}`;
}
