import { createHash } from 'node:crypto';
import { type Table } from '../upsert.js';
import { identifier, timestamp, optional, record, required, text } from './fields.js';
import { referringKind } from './referring-kind.js';

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
export const checkin = referringKind(schema, checkins, { user: 'users', place: 'places' });

/** The identifier of a check-in without one: a hash of its content, so that importing it again does not double it. */
function contentHash(...content: (string | null)[]): string {
  return `c-${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)}`;
}
