import { createHash } from 'node:crypto';
import { ClientStore } from '../../src/auth/client-store.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { type Answer, type Directory } from './directory.js';
import { aUser } from './factories.js';
import { FakeBrowser, type Fields, type Page } from './fake-browser.js';
import { type DirectorySetup, useDirectory } from './use-directory.js';

export const callback = 'https://app.example.org/callback?from=places';
export const verifier = 'a-verifier-that-is-long-enough-for-rfc-7636';
export const challenge = createHash('sha256').update(verifier).digest('base64url');

const s256 = { code_challenge: challenge, code_challenge_method: 'S256' };

/** A valid request of a confidential client. */
export const webRequest = {
  response_type: 'code',
  client_id: 'web',
  redirect_uri: callback,
  ...s256,
  // Last: a test lengthens it.
  state: 's-1',
};

/** A valid request of a public client. */
export const nativeRequest = {
  response_type: 'code',
  client_id: 'native',
  redirect_uri: 'http://127.0.0.1:51004/cb',
  ...s256,
};

export const clientSecret = 'a-secret';
export const password = 'correct horse';
export const maria = { email: 'maria@example.com', password };

/** Registers clients of all kinds, named by what they are, and adds two users. */
export async function registerUsersAndClients(directory: Directory): Promise<void> {
  const clients = {
    web: { name: 'Sabores & Cia' },
    trusted: { trusted: true },
    two: { redirectUris: [callback, 'com.example.app:/cb'] },
    none: { redirectUris: [] },
    machine: { grants: ['client_credentials'] },
    nasty: { name: '"><script>alert(1)</script>' },
    disabled: {},
    old: { pkce: false },
    native: { name: 'Native', public: true, redirectUris: ['http://127.0.0.1/cb', 'http://[::1]/cb'] },
  };
  const grants = ['authorization_code', 'refresh_token'];
  await directory.addClients(clients, { secret: clientSecret, redirectUris: [callback], grants });
  await directory.app.get(ClientStore).disable('disabled');
  const passwordHash = await hashSecret(password);
  const users = [
    aUser({ id: 'maria', name: 'Maria Souza', passwordHash }),
    aUser({ id: 'joao', name: 'João Lima', passwordHash }),
  ];
  await directory.add({ users });
}

/** A directory with these clients and users, and fake browsers that use it. */
export function useAuthorization(setup: Pick<DirectorySetup<never>, 'env' | 'fresh'> = {}) {
  const { directory } = useDirectory({ ...setup, fill: registerUsersAndClients });
  const newBrowser = (headers?: Fields) => new FakeBrowser(directory, headers);
  /** Opens the authorization endpoint in a new browser. */
  const open = (query: Fields | string, init?: RequestInit) => newBrowser().open(query, init);
  /** @returns a browser where Maria is signed in, and the page that asks for her consent */
  const signedIn = async (query: Fields = webRequest): Promise<[FakeBrowser, Page]> => {
    const browser = newBrowser();
    return [browser, await browser.signIn(query, maria.email, password)];
  };
  return { directory, newBrowser, open, signedIn };
}

/** Reads a redirect to a client, or the page instead of a long one. @returns the URI without its query, and the added parameters */
export function readCallback({ status, headers, text }: Answer): { uri: string; parameters: Record<string, string> } {
  const [, forwarded] = /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(text) ?? [];
  const location = forwarded?.replaceAll('&amp;', '&') ?? headers.get('location') ?? '';
  expect([status, location]).toEqual([forwarded === undefined ? 303 : 200, expect.stringMatching(/^[\x21-\x7E]+$/)]);
  const url = new URL(location);
  const answer = Object.fromEntries(url.searchParams);
  delete answer.from;
  return { uri: location.split('?')[0] ?? '', parameters: answer };
}
