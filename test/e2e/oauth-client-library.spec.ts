import * as oauth from 'oauth4webapi';
import { password, redirectUri, registerConsentClients } from '../support/consent.js';
import { secret } from '../support/token-endpoint.js';
import { FakeBrowser } from '../support/fake-browser.js';
import { useDirectory } from '../support/use-directory.js';

// eslint-disable-next-line @typescript-eslint/no-deprecated -- meant for tests over plain HTTP
const http = { [oauth.allowInsecureRequests]: true };

describe('a standard client library', () => {
  let server: oauth.AuthorizationServer;

  const { directory } = useDirectory({ fill: registerConsentClients });

  beforeAll(async () => {
    await directory.source.query("UPDATE clients SET grants = grants || '{client_credentials}' WHERE id = 'web'");
    const issuer = new URL(directory.url);
    const response = await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oauth2' });
    server = await oauth.processDiscoveryResponse(issuer, response);
  });

  const read = (path: string, token: string) => {
    const url = new URL(directory.url + path);
    return oauth.protectedResourceRequest(token, 'GET', url, new Headers(), null, http);
  };

  /** Sends a person by the address that the server names, who signs in and allows it. @returns where they come back */
  async function authorize(client: oauth.Client, codeChallenge: string, state: string): Promise<URL> {
    const address = new URL(server.authorization_endpoint ?? '');
    expect(address.href).toBe(`${directory.url}/v2/oauth/authorize`);
    const request = {
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri: redirectUri,
      scope: 'read',
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    };
    const browser = new FakeBrowser(directory);
    const consent = await browser.signIn(request, 'maria@example.com', password);
    const { status, headers } = await browser.submit(consent, 'allow');
    const location = headers.get('location') ?? '';
    expect([status, location.startsWith(redirectUri)]).toEqual([303, true]);
    return new URL(location);
  }

  const confidential: [string, oauth.Client, oauth.ClientAuth][] = [
    ['Basic', { client_id: 'web' }, oauth.ClientSecretBasic(secret)],
    ['the form', { client_id: 'web' }, oauth.ClientSecretPost(secret)],
  ];

  it.each(confidential)('gets an application token with its secret in %s', async (_, client, secretIn) => {
    const response = await oauth.clientCredentialsGrantRequest(server, client, secretIn, { scope: 'read' }, http);
    const tokens = await oauth.processClientCredentialsResponse(server, client, response);
    expect((await read('/v2/users/maria', tokens.access_token)).status).toBe(200);
  });

  const all: typeof confidential = [
    ...confidential,
    ['nothing, as a public client', { client_id: 'phone' }, oauth.None()],
  ];

  it.each(all)('gets, refreshes, introspects and revokes user tokens with %s', async (_, client, auth) => {
    const verifier = oauth.generateRandomCodeVerifier();
    const codeChallenge = await oauth.calculatePKCECodeChallenge(verifier);
    const state = oauth.generateRandomState();
    const callback = await authorize(client, codeChallenge, state);
    const parameters = oauth.validateAuthResponse(server, client, callback, state);
    const issued = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(server, client, auth, parameters, redirectUri, verifier, http),
    );
    expect((await read('/v2/users/me', issued.access_token)).status).toBe(200);

    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, auth, issued.refresh_token ?? '', http),
    );
    expect(refreshed.refresh_token).not.toBe(issued.refresh_token);
    expect((await read('/v2/users/me', refreshed.access_token)).status).toBe(200);

    if (client.client_id !== 'phone') {
      const response = await oauth.introspectionRequest(server, client, auth, refreshed.access_token, http);
      const introspection = await oauth.processIntrospectionResponse(server, client, response);
      expect(introspection).toMatchObject({ active: true, client_id: 'web', sub: 'maria', scope: 'read' });
    }

    const revoked = await oauth.revocationRequest(server, client, auth, refreshed.refresh_token ?? '', http);
    await oauth.processRevocationResponse(revoked);
    await expect(read('/v2/users/me', refreshed.access_token)).rejects.toMatchObject({ status: 401 });
  });

  it('understands errors', async () => {
    const [, client, auth] = confidential[0] ?? [];
    if (!client || !auth) throw new Error('There is a confidential client');
    const response = await oauth.refreshTokenGrantRequest(server, client, auth, 'unknown', http);
    const rejected = oauth.processRefreshTokenResponse(server, client, response);
    await expect(rejected).rejects.toMatchObject({ status: 400, error: 'invalid_grant' });
    await expect(read('/v2/users/maria', 'unknown')).rejects.toMatchObject({
      cause: [{ scheme: 'bearer', parameters: expect.objectContaining({ error: 'invalid_token' }) as unknown }],
    });
  });
});
