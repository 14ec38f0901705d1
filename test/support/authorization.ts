import { createHash } from 'node:crypto';
import { ClientStore } from '../../src/auth/clients/client-store.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { type Answer, type Directory } from './directory.js';
import { aUser } from './factories.js';

export const callback = 'https://app.example.org/callback?from=places';
export const verifier = 'a-verifier-that-is-long-enough-for-rfc-7636';
export const challenge = createHash('sha256').update(verifier).digest('base64url');

/** A valid request of a confidential client. */
export const webRequest = { response_type: 'code', client_id: 'web', redirect_uri: callback, state: 's-1' };

/** A valid request of a public client. */
export const nativeRequest = {
  response_type: 'code',
  client_id: 'native',
  redirect_uri: 'http://127.0.0.1:51004/cb',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

export const clientSecret = 'a-secret';
export const password = 'correct horse';
export const maria = { email: 'maria@example.com', password };

/** Registers clients of all kinds, named by what they are, and adds two users. */
export async function registerUsersAndClients(directory: Directory): Promise<void> {
  const clients = directory.app.get(ClientStore);
  const common = {
    secret: clientSecret,
    redirectUris: [callback],
    grants: ['authorization_code', 'refresh_token'],
    trusted: false,
    public: false,
  };
  await clients.register({ ...common, id: 'web', name: 'Sabores & Cia' });
  await clients.register({ ...common, id: 'trusted', name: 'Trusted', trusted: true });
  await clients.register({ ...common, id: 'two', name: 'Two', redirectUris: [callback, 'com.example.app:/cb'] });
  await clients.register({ ...common, id: 'none', name: 'None', redirectUris: [] });
  await clients.register({ ...common, id: 'machine', name: 'Machine', grants: ['client_credentials'] });
  await clients.register({ ...common, id: 'nasty', name: `"><script>alert(1)</script>` });
  await clients.register({ ...common, id: 'disabled', name: 'Disabled' });
  await clients.disable('disabled');
  const redirectUris = ['http://127.0.0.1/cb', 'http://[::1]/cb'];
  await clients.register({ ...common, id: 'native', name: 'Native', public: true, redirectUris });
  const passwordHash = await hashSecret(password);
  const users = [
    aUser({ id: 'maria', name: 'Maria Souza', passwordHash }),
    aUser({ id: 'joao', name: 'João Lima', passwordHash }),
  ];
  await directory.add({ users });
}

/** Reads a redirect to a client. @returns the URI without its query, and the added parameters */
export function readCallback({ status, headers }: Answer): { uri: string; parameters: Record<string, string> } {
  const location = headers.get('location') ?? '';
  expect([status, location]).toEqual([303, expect.stringMatching(/^[\x21-\x7E]+$/)]);
  const url = new URL(location);
  const answer = Object.fromEntries(url.searchParams);
  delete answer.from;
  return { uri: location.split('?')[0] ?? '', parameters: answer };
}
