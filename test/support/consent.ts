import { createHash, randomBytes } from 'node:crypto';
import { ClientStore } from '../../src/auth/clients/client-store.js';
import { AuthorizationCodeStore, type Consent } from '../../src/oauth/grants/authorization-code-store.js';
import { type Answer, type Directory } from './directory.js';
import { aUser } from './factories.js';
import { basic, type Fields, postToken, secret } from './token-endpoint.js';

export const redirectUri = 'https://app.example.org/back?from=directory';

/** Credentials of a confidential and of a public client. */
export const web = basic('web', secret);
export const phone = { client_id: 'phone' };

/** A verifier and its challenge (RFC 7636, section 4). */
export function pkce(): { verifier: string; codeChallenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, codeChallenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Registers clients that act for users, and adds the user `maria`. `phone` is public; `once` may not refresh. */
export async function registerConsentClients(directory: Directory): Promise<void> {
  const clients = directory.app.get(ClientStore);
  const grants = ['authorization_code', 'refresh_token'];
  const common = { secret, redirectUris: [redirectUri], name: 'Test', grants, trusted: false, public: false };
  await clients.register({ ...common, id: 'web' });
  await clients.register({ ...common, id: 'other' });
  await clients.register({ ...common, id: 'phone', public: true });
  await clients.register({ ...common, id: 'once', grants: ['authorization_code'] });
  await clients.register({ ...common, id: 'trusted-web', trusted: true });
  await directory.add({ users: [aUser({ id: 'maria' })] });
}

/** Issues a code like the authorization endpoint. */
export function aCode(directory: Directory, overrides: Partial<Consent> = {}): Promise<string> {
  const consent = { clientId: 'web', userId: 'maria', redirectUri, scope: ['read'] };
  return directory.app.get(AuthorizationCodeStore).issue({ ...consent, ...overrides });
}

/** Exchanges a code for tokens. */
export function redeem(
  directory: Directory,
  code: string,
  fields: Fields = {},
  headers: Fields = web,
): Promise<Answer> {
  const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...fields };
  return postToken(directory, body, headers);
}

export function refresh(
  directory: Directory,
  token: string,
  fields: Fields = {},
  headers: Fields = web,
): Promise<Answer> {
  return postToken(directory, { grant_type: 'refresh_token', refresh_token: token, ...fields }, headers);
}

/** The tokens of a response. */
export function tokensOf({ body }: Answer): { access: string; refresh: string } {
  return { access: String(body.access_token), refresh: String(body.refresh_token) };
}

/** Issues a code of a confidential client and exchanges it for tokens. */
export async function issueTokens(directory: Directory, overrides: Partial<Consent> = {}): ReturnType<typeof pair> {
  return pair(
    await redeem(directory, await aCode(directory, overrides), {}, basic(overrides.clientId ?? 'web', secret)),
  );
}

async function pair(answer: Answer): Promise<{ access: string; refresh: string }> {
  expect(answer.status).toBe(200);
  return Promise.resolve(tokensOf(answer));
}
