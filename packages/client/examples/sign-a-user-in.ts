import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { directoryClient, getToken } from '../src/client.js';

/**
 * Signs a user in with a browser, for programs without a secret: authorization code with PKCE (RFC 7636), and a loopback
 * redirect address (RFC 8252).
 *
 * @param show opens the address in a browser
 * @returns a user token
 */
export async function signAUserIn(baseUrl: string, clientId: string, show: (address: string) => void): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const callback = await listen();
  show(
    `${baseUrl}/v2/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: callback.address,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }).toString()}`,
  );
  const response = await callback.called;
  if (response.get('state') !== state) throw new Error('The response belongs to another request');
  const code = response.get('code');
  if (code === null) throw new Error(`The user was not signed in: ${response.get('error') ?? ''}`);
  return getToken(baseUrl, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: callback.address,
    code_verifier: verifier,
  });
}

/** Listens on a free port for the redirect. `called` resolves with its query. */
async function listen(): Promise<{ address: string; called: Promise<URLSearchParams> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const called = new Promise<URLSearchParams>((resolve) => {
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', address);
      response.writeHead(pathname === '/callback' ? 200 : 404).end('You can close this window.');
      if (pathname !== '/callback') return;
      resolve(searchParams);
      server.close();
      server.closeIdleConnections();
    });
  });
  return { address, called };
}

async function main([baseUrl = 'http://localhost:3000']: string[]): Promise<void> {
  const token = await signAUserIn(baseUrl, 'demo-explore', (address) => {
    process.stdout.write(`Open in a browser, and sign in as maria@example.com with demo-password:\n${address}\n`);
  });
  const { data, error } = await directoryClient(baseUrl, token).GET('/v2/users/me');
  if (!data) throw new Error(error.detail);
  process.stdout.write(`Signed in: ${data.user.name ?? data.user.id}\n`);
}

// Only if started as a program, as an ES module or in CommonJS.
if (/sign-a-user-in(\.[cm]?[jt]s)?$/.test(process.argv[1] ?? '')) void main(process.argv.slice(2));
