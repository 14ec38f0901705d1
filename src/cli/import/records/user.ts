import { type EntityManager } from 'typeorm';
import { type z } from 'zod';
import { passwordFault } from '../../../auth/password-rule.js';
import { hashSecret, verifySecret } from '../../../auth/passwords.js';
import { type RecordKind } from '../record-kind.js';
import { countUpserted, type Table, upsert } from '../upsert.js';
import { rejectTakenEmails } from './email-addresses.js';
import {
  evenIfFieldsFail,
  date,
  email,
  group,
  identifier,
  maxInteger,
  timestamp,
  optional,
  password,
  passwordHash,
  record,
  required,
  text,
  webAddress,
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
  // Exported lines lack passwords, so a line without one keeps it. It does not enable a disabled user either.
  keepIfNull: ['password_hash', 'disabled'],
};

const photoUrl = optional(webAddress);
const count = optional(wholeNumber(maxInteger)).transform((value) => value ?? '0');

const schema = record({
  id: required(identifier('me')),
  name: required(text(500)),
  email: optional(email),
  password: optional(password),
  passwordHash: optional(passwordHash),
  disabled: optional((value) => (value === false ? null : timestamp(value))),
  birth: optional(date),
  gender: optional(text(100)),
  photos: group({ small: photoUrl, medium: photoUrl, large: photoUrl, original: photoUrl }),
  statistics: group({ reviews: count, places: count, photos: count, checkins: count }),
})
  .superRefine(({ password, passwordHash }, context) => {
    if (password !== null && passwordHash !== null) {
      context.addIssue({ code: 'custom', path: ['passwordHash'], message: 'cannot be given together with password' });
    }
  }, evenIfFieldsFail)
  // Needs two fields. The field itself has been checked.
  .superRefine(({ password, email }, context) => {
    const fault = password === null ? undefined : passwordFault(password, email);
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['password'], message: fault });
  })
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

/** A user as the API returns it, with `email`, and `password` or an exported `passwordHash` and `disabled`. */
export const user: RecordKind<User> = {
  schema,
  changesIndex: false,
  key: (row) => row.id,
  mergeWithEarlier: (earlier, later) => ({
    ...later,
    ...(hasSecret(later) ? {} : { password: earlier.password, password_hash: earlier.password_hash }),
    disabled: later.disabled ?? earlier.disabled,
  }),
  check: rejectTakenEmails,
  async write(manager, rows) {
    const hashes = await hashPasswords(manager, rows);
    // Never store the password itself.
    const stored = rows.map((row) => ({
      ...row,
      password: undefined,
      password_hash: hashes.get(row.id) ?? row.password_hash,
    }));
    return countUpserted(await upsert(manager, users, stored));
  },
};

function hasSecret({ password, password_hash }: User): boolean {
  return password !== null || password_hash !== null;
}

/** The concurrency limit of `auth/passwords.ts`. More would queue, and time out in a large batch. */
const hashConcurrency = 2;

/** The hash of each password, by user. A password that matches the stored hash keeps the hash, so that the row stays unchanged. */
async function hashPasswords(manager: EntityManager, rows: readonly User[]): Promise<Map<string, string>> {
  const withPassword = rows.flatMap(({ id, password }) => (password === null ? [] : [{ id, password }]));
  if (withPassword.length === 0) return new Map();
  const stored = await manager.query<{ id: string; password_hash: string }[]>(
    'SELECT id, password_hash FROM users WHERE id = ANY($1) AND password_hash IS NOT NULL',
    [withPassword.map(({ id }) => id)],
  );
  const storedHashes = new Map(stored.map((row) => [row.id, row.password_hash]));
  const hashOf = async ({ id, password }: (typeof withPassword)[number]): Promise<[string, string]> => {
    const hash = storedHashes.get(id);
    const isUnchanged = hash !== undefined && (await verifySecret(password, hash));
    return [id, isUnchanged ? hash : await hashSecret(password)];
  };
  const hashes = new Map<string, string>();
  for (let start = 0; start < withPassword.length; start += hashConcurrency) {
    const batch = await Promise.all(withPassword.slice(start, start + hashConcurrency).map(hashOf));
    for (const [id, hash] of batch) hashes.set(id, hash);
  }
  return hashes;
}
