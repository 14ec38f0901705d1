import { hash, verify } from '@node-rs/argon2';

/** Hashes a password or a client secret: argon2id with the parameters that RFC 9106 and OWASP advise for servers. */
export function hashSecret(secret: string): Promise<string> {
  return hash(secret, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

let decoy: Promise<string> | undefined;

/**
 * Compares a password or a client secret with its hash. Without a hash it does the same work for nothing, so that the
 * time taken does not tell whether the user or the client exists.
 */
export async function verifySecret(secret: string, hashed: string | null | undefined): Promise<boolean> {
  decoy ??= hashSecret('no secret at all');
  const matches = await verify(hashed ?? (await decoy), secret);
  return hashed !== null && hashed !== undefined && matches;
}
