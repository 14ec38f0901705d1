import { createHash } from 'node:crypto';
import { ClientStore } from '../../src/auth/clients/client-store.js';
import { hashSecret } from '../../src/auth/passwords.js';
import { type Answer, type Directory } from './directory.js';
import { aUser } from './factories.js';

export const callback = 'https://app.example.org/callback?from=places';
export const verifier = 'a-verifier-that-is-long-enough-for-rfc-7636';
export const challenge = createHash('sha256').update(verifier).digest('base64url');

/** A sound request of an ordinary client. */
export const sound = { response_type: 'code', client_id: 'web', redirect_uri: callback, state: 's-1' };
/** A sound request of a client without a secret. */
export const native = {
  response_type: 'code',
  client_id: 'native',
  redirect_uri: 'http://127.0.0.1:51004/cb',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

export const clientSecret = 'a-secret';
export const password = 'correct horse';
export const maria = { email: 'maria@example.com', password };

/** Clients of all sorts that send people, and two people. */
export async function registerPeopleAndClients(directory: Directory): Promise<void> {
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

/** Where a client is called back with what; the address itself apart. */
export function calledBack({ status, headers }: Answer): { at: string; with: Record<string, string> } {
  const location = headers.get('location') ?? '';
  expect([status, location]).toEqual([303, expect.stringMatching(/^[\x21-\x7E]+$/)]);
  const url = new URL(location);
  const answer = Object.fromEntries(url.searchParams);
  delete answer.from;
  return { at: location.split('?')[0] ?? '', with: answer };
}
