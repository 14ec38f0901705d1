import { randomUUID } from 'node:crypto';
import { aUser } from '../support/factories.js';
import { expectGoldenFormats } from '../support/golden.js';
import { useDirectory } from '../support/use-directory.js';

describe('a problem', () => {
  const { directory, tokens, get } = useDirectory({
    env: { PUBLIC_URL: 'https://places.example.org' },
    users: [aUser({ id: 'maria' })],
    tokens: ['application'],
  });

  it('is a problem document (RFC 9457) with all faults', async () => {
    const getNamed = (path: string, headers = {}) => get(path, { ...headers, 'X-Request-Id': 'golden-1' });
    await expectGoldenFormats(getNamed, '/v2/users/maria/following?rows=%3C0%3E&start=-1', 'problem', 400);
  });

  it.each([
    ['401', '/v2/users/maria', undefined],
    ['404', '/v2/users/nobody', 'token'],
    ['404 of a route', '/nothing', undefined],
  ])('has one error with a reason if no parameter is invalid: %s', async (_, path, withToken) => {
    const { body } = await directory.get(path, withToken && tokens.application);
    expect(body.errors).toEqual([{ reason: body.detail }]);
  });

  it('is never cached', async () => {
    for (const path of ['/nothing', '/v2/users/nobody', '/v2/users/me', '/v2/users/maria?wt=x']) {
      expect((await get(path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('shortens values of the request', async () => {
    const long = 'x'.repeat(50_000);
    for (const path of [
      `/v2/users/${long}`,
      `/v2/reviews/${long}`,
      `/v2/categories/${long}`,
      `/v2/users?rows=${long}`,
    ]) {
      const { status, text } = await get(path);
      expect(status).toBe(404);
      expect(text.length).toBeLessThan(2000);
    }
  });

  describe('the id of its request', () => {
    it.each(['abc', 'A-b_c.D:9', '0', 'x'.repeat(128)])('is that of the client if it is valid: %s', async (id) => {
      const { headers, body } = await directory.get('/nothing', undefined, { 'x-request-id': id });
      expect([headers.get('x-request-id'), body.instance]).toEqual([id, `urn:request:${id}`]);
    });

    it.each(['', 'two words', 'a/b', '<x>', 'é', 'x'.repeat(129), '{"a":1}'])(
      'is generated if that of the client is invalid: %s',
      async (id) => {
        const { headers, body } = await directory.get('/nothing', undefined, { 'X-Request-Id': id });
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
        expect(body.instance).toBe(`urn:request:${headers.get('x-request-id') ?? ''}`);
      },
    );

    it('is on successful responses too, and differs', async () => {
      const ids = await Promise.all([1, 2].map(async () => (await get('/v2/users/maria')).headers.get('x-request-id')));
      expect(new Set(ids).size).toBe(2);
      const id = randomUUID();
      expect((await get('/v2/users/maria', { 'X-Request-Id': id })).headers.get('x-request-id')).toBe(id);
    });
  });
});
