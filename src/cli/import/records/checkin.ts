import { createHash } from 'node:crypto';
import { type z } from 'zod';
import { type RecordKind } from '../record-kind.js';
import { countOf, type Table, upsert } from '../upsert.js';
import { identifier, moment, optional, record, required, text } from './fields.js';
import { ofUserAboutPlace, refuseUnknown } from './references.js';

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
  created: required(moment),
}).transform(({ id, user, place, source, created }) => ({
  id: id ?? identifierOf(user, place, source, created),
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
  check: (manager, rows) => refuseUnknown(manager, rows, ofUserAboutPlace),
  store: async (manager, rows) => countOf(await upsert(manager, checkins, rows)),
};

/** A check-in without an identifier gets the same one whenever it is imported, so that it is not doubled. */
function identifierOf(...content: (string | null)[]): string {
  return `c-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)}`;
}
