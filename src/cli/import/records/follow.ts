import { type z } from 'zod';
import { type RecordKind } from '../record-kind.js';
import { countUpserted, type Table, upsert } from '../upsert.js';
import { evenIfFieldsFail, identifier, timestamp, record, required } from './fields.js';
import { rejectUnknownReferences } from './references.js';

const follows: Table = {
  name: 'follows',
  key: ['follower_id', 'following_id'],
  columns: { follower_id: 'text', following_id: 'text', created: 'timestamptz' },
};

const schema = record({
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
export const follow: RecordKind<z.output<typeof schema>> = {
  schema,
  searchable: false,
  key: (row) => JSON.stringify([row.follower_id, row.following_id]),
  check: (manager, rows) =>
    rejectUnknownReferences(manager, rows, [
      { field: 'follower', column: 'follower_id', table: 'users' },
      { field: 'following', column: 'following_id', table: 'users' },
    ]),
  write: async (manager, rows) => countUpserted(await upsert(manager, follows, rows)),
};
