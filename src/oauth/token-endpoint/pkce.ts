import { createHash, timingSafeEqual } from 'node:crypto';
import { invalidGrant, invalidRequest, type OAuthError } from '../oauth-error.js';

/**
 * Verifies PKCE with the method S256 (RFC 7636, section 4.6).
 *
 * @param challenge of the authorization request
 * @param verifier of the token request
 * @returns why the verifier does not prove that both requests come from one client; undefined if it does
 */
export function pkceError(challenge: string | undefined, verifier: string | undefined): OAuthError | undefined {
  if (challenge === undefined) {
    return verifier === undefined ? undefined : invalidGrant('The authorization request had no code_challenge');
  }
  if (verifier === undefined) return invalidGrant('Missing parameter: code_verifier');
  if (!/^[\w.~-]{43,128}$/.test(verifier))
    return invalidRequest('code_verifier must be 43 to 128 unreserved characters');
  const expected = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const given = Buffer.from(challenge);
  const matches = given.length === expected.length && timingSafeEqual(given, expected);
  return matches ? undefined : invalidGrant('The code_verifier does not match the code_challenge');
}
