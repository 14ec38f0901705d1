import { type z } from 'zod';
import { type RecordKind } from '../record-kind.js';
import { countOf, type Table, upsert } from '../upsert.js';
import { besidesOtherFaults, identifier, moment, record, required } from './fields.js';
import { refuseUnknown } from './references.js';

const follows: Table = {
  name: 'follows',
  key: ['follower_id', 'following_id'],
  columns: { follower_id: 'text', following_id: 'text', created: 'timestamptz' },
};

const schema = record({
  follower: required(identifier()),
  following: required(identifier()),
  created: required(moment),
})
  .superRefine(({ follower, following }, context) => {
    // Members with a fault are no texts yet.
    if (typeof follower === 'string' && follower === following) context.addIssue('nobody can follow themselves');
  }, besidesOtherFaults)
  .transform(({ follower, following, created }) => ({ follower_id: follower, following_id: following, created }));

/** `{follower, following, created}` */
export const follow: RecordKind<z.output<typeof schema>> = {
  schema,
  searchable: false,
  key: (row) => JSON.stringify([row.follower_id, row.following_id]),
  check: (manager, rows) =>
    refuseUnknown(manager, rows, [
      { field: 'follower', column: 'follower_id', table: 'users' },
      { field: 'following', column: 'following_id', table: 'users' },
    ]),
  store: async (manager, rows) => countOf(await upsert(manager, follows, rows)),
};
