import { ClientStore } from '../../src/auth/client-store.js';
import { SemaphoreFullError } from '../../src/concurrency/fair-semaphore.js';
import {
  app,
  basic,
  clientCredentials,
  expectError,
  type Fields,
  form,
  postToken,
  registerClients,
  secret,
} from '../support/token-endpoint.js';
import { useDirectory } from '../support/use-directory.js';

describe('errors of POST /v2/oauth/token', () => {
  const { directory } = useDirectory({ fill: registerClients });

  const post = (body?: Fields | string, headers?: Fields, query?: string) => postToken(directory, body, headers, query);

  it.each([
    ['no parameters', {}, 'invalid_client'],
    ['no client', clientCredentials, 'invalid_client'],
    ['no secret', { ...clientCredentials, client_id: 'app' }, 'invalid_client'],
    ['a wrong secret', { ...clientCredentials, ...app, client_secret: 'wrong' }, 'invalid_client'],
    ['an unknown client', { ...clientCredentials, ...app, client_id: 'unknown' }, 'invalid_client'],
    ['a disabled client', { ...clientCredentials, ...app, client_id: 'disabled' }, 'invalid_client'],
    ['no grant type', app, 'invalid_request'],
    ['an empty grant type', { ...app, grant_type: '' }, 'invalid_request'],
    ['an unknown grant type', { ...app, grant_type: 'magic' }, 'unsupported_grant_type'],
    ['a grant type with a space', { ...app, grant_type: 'client credentials' }, 'invalid_request'],
    ['a grant type of Object', { ...app, grant_type: 'constructor' }, 'unsupported_grant_type'],
    ['a grant that is not registered', { ...clientCredentials, ...app, client_id: 'nothing' }, 'unauthorized_client'],
    ['NUL', { ...clientCredentials, ...app, client_id: 'a\0b' }, 'invalid_request'],
    [
      'a public client with PKCE',
      { grant_type: 'authorization_code', client_id: 'app', code_verifier: 'v'.repeat(43) },
      'invalid_client',
    ],
  ] as [string, Fields, string][])('%s: %#', async (_, body, error) => {
    expectError(await post(body), error === 'invalid_client' ? 401 : 400, error);
  });

  it.each<[string, Fields | string, Fields]>([
    ['a repeated parameter', `${form(app)}&scope=read&scope=read`, {}],
    ['a body that is too large', 'x'.repeat(100_000), {}],
    ['a body that is not encoded like its header', 'x=1', { 'Content-Encoding': 'gzip' }],
  ])('%s: invalid_request', async (_, body, headers) => {
    expectError(await post(body, headers), 400, 'invalid_request');
  });

  it('ignores the charset, because a form is percent-encoded ASCII', async () => {
    expectError(await post('x=1', { 'Content-Type': 'text/plain; charset=klingon' }), 401, 'invalid_client');
  });

  it.each([
    ['a wrong secret', basic('app', 'wrong')],
    ['no secret', basic('app', '')],
    ['an unknown client', basic('unknown', secret)],
    ['a disabled client', basic('disabled', secret)],
  ])('%s as Basic is 401 with a challenge', async (_, headers) => {
    const answer = await post(clientCredentials, headers);
    expectError(answer, 401, 'invalid_client');
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="place-directory"');
  });

  it('are the same for a wrong secret and an unknown client', async () => {
    const [wrong, unknown] = await Promise.all([
      post(clientCredentials, basic('app', 'x')),
      post(clientCredentials, basic('unknown', 'x')),
    ]);
    expect(wrong.text).toBe(unknown.text);
  });

  it('an overload: 503 with Retry-After', async () => {
    const busy = jest.spyOn(directory.app.get(ClientStore), 'authenticate');
    busy.mockRejectedValueOnce(new SemaphoreFullError('Too many are waiting'));
    const answer = await post({ ...clientCredentials, ...app });
    busy.mockRestore();
    expectError(answer, 503, 'temporarily_unavailable');
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('GET is 405, in JSON', async () => {
    for (const endpoint of ['token', 'revoke', 'introspect']) {
      const answer = await directory.get(`/v2/oauth/${endpoint}`, undefined, { Accept: 'application/xml' });
      expectError(answer, 405, 'invalid_request');
      expect(answer.headers.get('allow')).toBe('POST');
    }
  });
});
