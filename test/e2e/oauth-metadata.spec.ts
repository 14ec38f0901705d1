import { type Directory } from '../support/directory.js';
import { useDirectory } from '../support/use-directory.js';

const server = '/.well-known/oauth-authorization-server';
const resource = '/.well-known/oauth-protected-resource';
const origin = 'https://app.example.org';

describe('the OAuth metadata', () => {
  const { directory } = useDirectory({ env: { CORS_ORIGINS: origin } });
  const { directory: named } = useDirectory({ env: { PUBLIC_URL: 'https://places.example.org/' }, over: directory });
  const { directory: queryAllowed } = useDirectory({
    env: { ACCESS_TOKEN_IN_QUERY: 'true', OAUTH_PASSWORD_GRANT: 'true' },
    over: directory,
  });

  it('describes the authorization server (RFC 8414)', async () => {
    const { status, body, headers } = await named.get(server, undefined, { Accept: 'application/xml' });
    const base = 'https://places.example.org';
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body).toEqual({
      issuer: base,
      authorization_endpoint: `${base}/v2/oauth/authorize`,
      token_endpoint: `${base}/v2/oauth/token`,
      revocation_endpoint: `${base}/v2/oauth/revoke`,
      introspection_endpoint: `${base}/v2/oauth/introspect`,
      scopes_supported: ['read', 'trust'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      ui_locales_supported: ['pt', 'en'],
    });
  });

  it('describes the protected resource (RFC 9728)', async () => {
    const { status, body } = await named.get(resource);
    expect(status).toBe(200);
    expect(body).toEqual({
      resource: 'https://places.example.org',
      authorization_servers: ['https://places.example.org'],
      scopes_supported: ['read', 'trust'],
      bearer_methods_supported: ['header'],
      resource_name: 'Place directory',
    });
  });

  it('names the bearer method query only if ACCESS_TOKEN_IN_QUERY is on', async () => {
    expect((await queryAllowed.get(resource)).body.bearer_methods_supported).toEqual(['header', 'query']);
  });

  it('names the grant password only if OAUTH_PASSWORD_GRANT is on, as the API description does', async () => {
    const grants = async (at: Directory) => (await at.get(server)).body.grant_types_supported as string[];
    expect([await grants(directory), await grants(queryAllowed)].map((names) => names.includes('password'))).toEqual([
      false,
      true,
    ]);
    const flows = async (at: Directory) =>
      Object.keys((await at.get('/openapi.json')).body.components.securitySchemes.user.flows as object);
    expect(await flows(directory)).toEqual(['authorizationCode']);
    expect(await flows(queryAllowed)).toEqual(['authorizationCode', 'password']);
  });

  it('uses the address of the request without PUBLIC_URL', async () => {
    expect((await directory.get(server)).body.issuer).toBe(directory.url);
    expect((await directory.get(resource)).body.authorization_servers).toEqual([directory.url]);
  });

  it.each([server, resource])('accepts GET and HEAD only, and allows other origins: %s', async (path) => {
    const head = await directory.request(path, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    const { status, headers } = await directory.request(path, { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const answer = await directory.get(path, undefined, { Origin: origin });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  });
});
