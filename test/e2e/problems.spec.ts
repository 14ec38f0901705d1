import { randomUUID } from 'node:crypto';
import { aUser } from '../support/factories.js';
import { expectGolden } from '../support/golden.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

describe('a problem', () => {
  const { directory, tokens, get } = useDirectory({
    env: { PUBLIC_URL: 'https://places.example.org' },
    users: [aUser({ id: 'maria' })],
    tokens: ['application'],
  });

  const faulty = '/v2/users/maria/following?rows=%3C0%3E&start=-1&wt=';

  it('is a problem document (RFC 9457) with all faults, member by member', async () => {
    const { status, text, headers } = await get(`${faulty}json`, { 'X-Request-Id': 'golden-1' });
    expect(status).toBe(400);
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expectGolden('problem.json', text);
  });

  it('is the same in XML, in the namespace of the RFC', async () => {
    const headers = { 'X-Request-Id': 'golden-1' };
    const json = await get(`${faulty}json`, headers);
    const xml = await get(`${faulty}xml`, headers);
    expect(xml.headers.get('content-type')).toBe('application/problem+xml; charset=utf-8');
    expectGolden('problem.xml', xml.text);
    expect(xml.text).toContain('<problem xmlns="urn:ietf:rfc:7807">');
    expect(await readXml(xml.text, json.body)).toEqual(json.body);
  });

  it.each([
    ['401', '/v2/users/maria', undefined],
    ['404', '/v2/users/nobody', 'token'],
    ['404 of a route', '/nothing', undefined],
  ])('has one error with a reason also where no parameter is at fault: %s', async (_, path, withToken) => {
    const { body } = await directory.get(path, withToken && tokens.application);
    expect(body.errors).toEqual([{ reason: body.detail }]);
  });

  it('is never kept by anybody', async () => {
    for (const path of ['/nothing', '/v2/users/nobody', '/v2/users/me', '/v2/users/maria?wt=x']) {
      expect((await get(path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('does not repeat what was sent at any length', async () => {
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

  describe('and the identifier of its request', () => {
    it.each(['abc', 'A-b_c.D:9', '0', 'x'.repeat(128)])('is the one of the caller when it is sane: %s', async (id) => {
      const { headers, body } = await directory.get('/nothing', undefined, { 'x-request-id': id });
      expect([headers.get('x-request-id'), body.instance]).toEqual([id, `urn:request:${id}`]);
    });

    it.each(['', 'two words', 'a/b', '<x>', 'é', 'x'.repeat(129), '{"a":1}'])(
      'is made when the one of the caller is not: %s',
      async (id) => {
        const { headers, body } = await directory.get('/nothing', undefined, { 'X-Request-Id': id });
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
        expect(body.instance).toBe(`urn:request:${headers.get('x-request-id') ?? ''}`);
      },
    );

    it('is on what succeeds too, another one for each', async () => {
      const ids = await Promise.all([1, 2].map(async () => (await get('/v2/users/maria')).headers.get('x-request-id')));
      expect(new Set(ids).size).toBe(2);
      const id = randomUUID();
      expect((await get('/v2/users/maria', { 'X-Request-Id': id })).headers.get('x-request-id')).toBe(id);
    });
  });
});
