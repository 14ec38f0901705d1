import { createHash, randomBytes } from 'node:crypto';
import { hashSecret } from '../../src/auth/passwords.js';
import { type Consent, TokenFamilies } from '../../src/oauth/grants/token-families.js';
import { digest, newToken } from '../../src/auth/token-store.js';
import { type Answer, type Directory } from './directory.js';
import { aUser } from './factories.js';
import { basic, type Fields, postToken, secret } from './token-endpoint.js';
import { type DirectorySetup, useDirectory } from './use-directory.js';

export const redirectUri = 'https://app.example.org/back?from=directory';

/** The password of `maria`. */
export const password = 'correct horse';

/** Credentials of a confidential and of a public client. */
export const web = basic('web', secret);
export const phone = { client_id: 'phone' };

interface Proof {
  verifier: string;
  codeChallenge: string;
}

/** A verifier and its challenge (RFC 7636, section 4). */
export function pkce(): Proof {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, codeChallenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Of the codes that `useConsent` issues. */
export const proof = pkce();

/** Registers clients that act for users, and adds the user `maria`. `phone` is public; `once` may not refresh. */
export async function registerConsentClients(directory: Directory): Promise<void> {
  const clients = {
    web: {},
    other: {},
    old: { pkce: false },
    phone: { public: true },
    once: { grants: ['authorization_code'] },
    'trusted-web': { trusted: true },
  };
  const grants = ['authorization_code', 'refresh_token'];
  await directory.addClients(clients, { secret, redirectUris: [redirectUri], grants });
  await directory.add({ users: [aUser({ id: 'maria', passwordHash: await hashSecret(password) })] });
}

/** Issues a code to a user in a session that ends at once. */
export async function issueCode(directory: Directory, consent: Consent): Promise<string> {
  const session = newToken();
  await directory.source.query("INSERT INTO sessions VALUES ($1, $2, now(), now() + interval '1 hour')", [
    digest(session),
    consent.userId,
  ]);
  const code = await directory.app.get(TokenFamilies).issueCode({ ...consent, session });
  await directory.source.query('DELETE FROM sessions WHERE digest = $1', [digest(session)]);
  if (code === undefined) throw new Error('The session has ended');
  return code;
}

/** A directory with these clients, and the requests that they send. */
export function useConsent(setup: Pick<DirectorySetup<never>, 'env' | 'fresh'> = {}) {
  const { directory } = useDirectory({ ...setup, fill: registerConsentClients });

  const consent = { clientId: 'web', userId: 'maria', redirectUri, scope: ['read'] };

  /** Issues a code like the authorization endpoint. */
  function aCode(overrides: Partial<Consent> = {}): Promise<string> {
    return issueCode(directory, { ...consent, codeChallenge: proof.codeChallenge, ...overrides });
  }

  /** Issues a code to a client that does not use PKCE. */
  const aCodeWithoutPkce = (clientId = 'web') => issueCode(directory, { ...consent, clientId });

  /** Issues a code to the public client. @returns it with its PKCE verifier */
  async function aPhoneCode(): Promise<{ code: string; verifier: string }> {
    const { verifier, codeChallenge } = pkce();
    return { verifier, code: await aCode({ clientId: 'phone', codeChallenge }) };
  }

  /** Exchanges a code for tokens. */
  function redeem(code: string, fields: Fields = {}, headers: Fields = web): Promise<Answer> {
    const usual = { redirect_uri: redirectUri, code_verifier: proof.verifier };
    const body = { grant_type: 'authorization_code', code, ...usual, ...fields };
    return postToken(directory, body, headers);
  }

  function refresh(token: string, fields: Fields = {}, headers: Fields = web): Promise<Answer> {
    return postToken(directory, { grant_type: 'refresh_token', refresh_token: token, ...fields }, headers);
  }

  /** Issues a code of a confidential client and exchanges it for tokens. */
  async function issueTokens(overrides: Partial<Consent> = {}): Promise<Tokens> {
    const answer = await redeem(await aCode(overrides), {}, basic(overrides.clientId ?? 'web', secret));
    expect(answer.status).toBe(200);
    return tokensOf(answer);
  }

  /** Posts a form to /v2/oauth/`endpoint`. */
  const post = (endpoint: string, fields: Fields, headers: Fields = web): Promise<Answer> =>
    directory.request(`/v2/oauth/${endpoint}`, { method: 'POST', headers, body: new URLSearchParams(fields) });

  /** The status of a request with this access token. */
  const me = async (token: string) => (await directory.get('/v2/users/me', token)).status;

  return { directory, aCode, aCodeWithoutPkce, aPhoneCode, redeem, refresh, issueTokens, post, me };
}

interface Tokens {
  access: string;
  refresh: string;
}

/** The tokens of a response. */
export function tokensOf({ body }: Answer): Tokens {
  return { access: String(body.access_token), refresh: String(body.refresh_token) };
}
