import { type EntityManager } from 'typeorm';
import { emailForms, storedEmail } from '../../../users/email.js';

interface Holder {
  id: string;
  email: string | null;
}

/**
 * Rejects users whose e-mail address belongs to another user, ignoring case. Rows apply in order: an earlier row can take
 * an address or free it.
 */
export async function rejectTakenEmails(
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
