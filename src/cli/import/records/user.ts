import { hash } from 'node:crypto';
import { type EntityManager } from 'typeorm';
import { type z } from 'zod';
import { passwordFault, hashSecret, verifySecret } from '../../../auth/passwords.js';
import { type RecordKind, countUpserted, type Table, upsert } from '../record-writer.js';
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
import { emailForms, storedEmail } from '../../../users/user.js';

const users: Table = {
  name: 'users',
  key: ['id'],
  columns: [
    ...['id', 'name', 'email', 'password_hash', 'disabled', 'birth', 'gender', 'photo_small', 'photo_medium'],
    ...['photo_large', 'photo_original', 'reviews', 'places', 'photos', 'checkins'],
  ],
  // Exported lines lack passwords, so a line without a password keeps the stored one. A line without `disabled` keeps a user disabled.
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
  async write(manager, rows, runId) {
    const hashes = await hashesOf(manager, rows);
    // Never store the password itself.
    const stored = rows.map((row) => ({ ...row, password: undefined, password_hash: hashes.get(row.id) ?? null }));
    return countUpserted(await upsert(manager, users, stored, runId));
  },
};

function hasSecret({ password, password_hash }: User): boolean {
  return password !== null || password_hash !== null;
}

/** As many as `auth/passwords.ts` hashes at the same time. Further ones would wait there, and time out in a large batch. */
const hashConcurrency = 2;

interface StoredHash {
  id: string;
  current: string;
  /** SHA-256, in hexadecimal digits, of the hash that a sign-in renewed. */
  renewedFrom: string | null;
}

/**
 * The hash to store for each user with a password or hash. The stored hash stays if it is of the same password, or if a sign-in has
 * renewed the given hash: a new hash would end the sessions of the user.
 */
async function hashesOf(manager: EntityManager, rows: readonly User[]): Promise<Map<string, string | null>> {
  const withSecret = rows.filter(hasSecret);
  const hashes = new Map<string, string | null>();
  if (withSecret.length === 0) return hashes;
  const stored = await manager.query<StoredHash[]>(
    `SELECT id, password_hash AS current, encode(password_renewed_from, 'hex') AS "renewedFrom" FROM users
      WHERE id = ANY($1) AND password_hash IS NOT NULL`,
    [withSecret.map(({ id }) => id)],
  );
  const storedHashes = new Map(stored.map((row) => [row.id, row]));
  const hashOf = async ({ id, password, password_hash: given }: User): Promise<string | null> => {
    const { current, renewedFrom } = storedHashes.get(id) ?? {};
    if (password !== null)
      return current !== undefined && (await verifySecret(password, current)) ? current : hashSecret(password);
    return current !== undefined && given !== null && hash('sha256', given, 'hex') === renewedFrom ? current : given;
  };
  for (let start = 0; start < withSecret.length; start += hashConcurrency) {
    const batch = withSecret.slice(start, start + hashConcurrency);
    const computed = await Promise.all(batch.map(hashOf));
    for (const [at, { id }] of batch.entries()) hashes.set(id, computed[at] ?? null);
  }
  return hashes;
}

interface Holder {
  id: string;
  email: string | null;
}

/**
 * Rejects users whose e-mail address belongs to another user, ignoring case. Rows apply in order: an earlier row can take
 * an address or free it.
 */
async function rejectTakenEmails(
  manager: EntityManager,
  rows: readonly Holder[],
): Promise<ReadonlyMap<number, string>> {
  // The unique index lowers addresses in PostgreSQL, whose rules differ from those of JavaScript.
  const lowercased = await manager.query<{ email: string | null }[]>(
    'SELECT lower(email) AS email FROM unnest($1::text[]) WITH ORDINALITY AS given (email, at) ORDER BY at',
    [rows.map((row) => row.email)],
  );
  const addresses = lowercased.map((row) => row.email);
  const forms = addresses.flatMap((address) => (address === null ? [] : emailForms(address)));
  const found = await manager.query<Holder[]>(
    'SELECT id, lower(email) AS email FROM users WHERE id = ANY($1) OR lower(email) = ANY($2)',
    [rows.map((row) => row.id), forms],
  );
  const stored = found.map(({ id, email }) => ({ id, email: email === null ? null : storedEmail(email) }));
  const addressOf = new Map(stored.map(({ id, email }) => [id, email]));
  const holderOf = new Map(stored.map(({ id, email }) => [email, id]));
  const reasons = new Map<number, string>();
  for (const [index, { id, email }] of rows.entries()) {
    const address = addresses[index] ?? null;
    const holder = address === null ? undefined : holderOf.get(address);
    if (holder !== undefined && holder !== id) {
      reasons.set(index, `email: ${JSON.stringify(email)} belongs to the user ${JSON.stringify(holder)}`);
      continue;
    }
    holderOf.delete(addressOf.get(id) ?? null);
    addressOf.set(id, address);
    if (address !== null) holderOf.set(address, id);
  }
  return reasons;
}
