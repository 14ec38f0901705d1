import { type Table } from '../upsert.js';
import { evenIfFieldsFail, identifier, timestamp, record, required } from './fields.js';
import { referringKind } from './referring-kind.js';

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
export const follow = referringKind(schema, follows, { follower: 'users', following: 'users' });
