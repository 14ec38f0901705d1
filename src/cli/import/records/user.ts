import { type EntityManager } from 'typeorm';
import { type z } from 'zod';
import { hashSecret, verifySecret } from '../../../auth/passwords.js';
import { type RecordKind } from '../record-kind.js';
import { countOf, type Table, upsert } from '../upsert.js';
import { refuseTaken } from './email-addresses.js';
import {
  besidesOtherFaults,
  day,
  email,
  group,
  identifier,
  largestInteger,
  moment,
  optional,
  password,
  passwordHash,
  record,
  required,
  text,
  wholeNumber,
} from './fields.js';

const users: Table = {
  name: 'users',
  key: ['id'],
  columns: {
    id: 'text',
    name: 'text',
    email: 'text',
    password_hash: 'text',
    disabled: 'timestamptz',
    birth: 'date',
    gender: 'text',
    photo_small: 'text',
    photo_medium: 'text',
    photo_large: 'text',
    photo_original: 'text',
    reviews: 'integer',
    places: 'integer',
    photos: 'integer',
    checkins: 'integer',
  },
  // A line without a password does not take it away: records that are exported have none. Nor does it let anybody in again.
  kept: ['password_hash', 'disabled'],
};

const address = optional(text(2000));
const count = optional(wholeNumber(largestInteger)).transform((value) => value ?? '0');

const schema = record({
  id: required(identifier('me')),
  name: required(text(500)),
  email: optional(email),
  password: optional(password),
  passwordHash: optional(passwordHash),
  disabled: optional((value) => (value === false ? null : moment(value))),
  birth: optional(day),
  gender: optional(text(100)),
  photos: group({ small: address, medium: address, large: address, original: address }),
  statistics: group({ reviews: count, places: count, photos: count, checkins: count }),
})
  .superRefine(({ password, passwordHash }, context) => {
    if (password !== null && passwordHash !== null) {
      context.addIssue({ code: 'custom', path: ['passwordHash'], message: 'cannot stand beside a password' });
    }
  }, besidesOtherFaults)
  .transform(({ photos, statistics, passwordHash, ...rest }) => ({
    ...rest,
    ...statistics,
    password_hash: passwordHash,
    photo_small: photos.small,
    photo_medium: photos.medium,
    photo_large: photos.large,
    photo_original: photos.original,
  }));

type User = z.output<typeof schema>;

/** The user of the interface (section 2.2), with `email` and, if any, `password`, or the `passwordHash` and `disabled` of an export. */
export const user: RecordKind<User> = {
  schema,
  searchable: false,
  key: (row) => row.id,
  after: (earlier, later) => ({
    ...later,
    ...(hasSecret(later) ? {} : { password: earlier.password, password_hash: earlier.password_hash }),
    disabled: later.disabled ?? earlier.disabled,
  }),
  check: refuseTaken,
  async store(manager, rows) {
    const hashes = await hashesOf(manager, rows);
    // The password itself goes nowhere.
    const stored = rows.map((row) => ({
      ...row,
      password: undefined,
      password_hash: hashes.get(row.id) ?? row.password_hash,
    }));
    return countOf(await upsert(manager, users, stored));
  },
};

function hasSecret({ password, password_hash }: User): boolean {
  return password !== null || password_hash !== null;
}

/** As many as there is room for (auth/passwords.ts). */
const hashedAtOnce = 2;

/** The hash of each password that is given; one that is stored already keeps its hash, which has a salt. */
async function hashesOf(manager: EntityManager, rows: readonly User[]): Promise<Map<string, string>> {
  const given = rows.flatMap(({ id, password }) => (password === null ? [] : [{ id, password }]));
  if (given.length === 0) return new Map();
  const stored = await manager.query<{ id: string; password_hash: string }[]>(
    'SELECT id, password_hash FROM users WHERE id = ANY($1) AND password_hash IS NOT NULL',
    [given.map(({ id }) => id)],
  );
  const known = new Map(stored.map((row) => [row.id, row.password_hash]));
  const hashOf = async ({ id, password }: (typeof given)[number]): Promise<[string, string]> => {
    const hash = known.get(id);
    const isUnchanged = hash !== undefined && (await verifySecret(password, hash));
    return [id, isUnchanged ? hash : await hashSecret(password)];
  };
  const hashes = new Map<string, string>();
  // Not all at once: who waits for long to be hashed is turned away, as at a sign-in.
  for (let at = 0; at < given.length; at += hashedAtOnce) {
    const some = await Promise.all(given.slice(at, at + hashedAtOnce).map(hashOf));
    for (const [id, hash] of some) hashes.set(id, hash);
  }
  return hashes;
}
