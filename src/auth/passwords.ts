import { hash, verify } from '@node-rs/argon2';
import { Bulkhead } from '../concurrency/bulkhead.js';

/** The threads that hash are the ones that open connections: a crowd of guesses must not take them all. */
const gate = new Bulkhead({ concurrency: 2, queue: 200, long: 1000, patience: 5000 });

/** Hashes a password or a client secret: argon2id with the parameters that RFC 9106 and OWASP advise for servers. */
export function hashSecret(secret: string): Promise<string> {
  return gate.run(() => hash(secret, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }));
}

let decoy: Promise<string> | undefined;

/**
 * Compares a password or a client secret with its hash. Without a hash it does the same work for nothing, so that the
 * time taken does not tell whether the user or the client exists.
 *
 * @param before what is done once it is this one's turn: there, attempts are counted of which many come at once
 */
export async function verifySecret(
  secret: string,
  hashed: string | null | undefined,
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  decoy ??= hashSecret('no secret at all');
  const compared = hashed ?? (await decoy);
  const matches = await gate.run(async () => {
    await before();
    return verify(compared, secret);
  });
  return hashed !== null && hashed !== undefined && matches;
}
