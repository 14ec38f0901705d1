import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request as httpRequest } from 'node:http';
import { aPlace, aUser } from '../support/factories.js';
import { getWithRetry } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

describe('HTTP caching and compression', () => {
  const ids = Array.from({ length: 30 }, (_, at) => `u${at}`);
  const { directory, tokens, get } = useDirectory({
    env: { CACHE_MAX_AGE: '45', SEARCH_TIMEOUT: '20000' },
    users: [aUser({ id: 'maria' }), ...ids.map((id) => aUser({ id }))],
    follows: ids.map((id) => ({ followerId: 'maria', followingId: id, created: new Date() })),
    places: [aPlace({ id: 'masp' })],
    tokens: ['application', 'maria'],
  });

  describe('the ETag', () => {
    const etagOf = async (path: string, token = tokens.application) => {
      const { status, headers } = await getWithRetry(directory, path, token);
      expect([path, status]).toEqual([path, 200]);
      return headers.get('etag');
    };

    it('is weak, and the same for every token that gets the same body', async () => {
      const etag = await etagOf('/v2/users/maria');
      expect(etag).toMatch(/^W\/"[^"]+"$/);
      expect(await etagOf('/v2/users/maria', tokens.maria)).toBe(etag);
    });

    it('differs between formats, and changes with the body', async () => {
      const before = await etagOf('/v2/users/u29');
      expect(await etagOf('/v2/users/u29?wt=xml')).not.toBe(before);
      await directory.source.query("UPDATE users SET name = 'Renamed' WHERE id = 'u29'");
      expect(await etagOf('/v2/users/u29')).not.toBe(before);
    });

    it.each(['/v2/users/maria', '/v2/users/maria/following', '/v2/places/masp', '/v2/categories', '/v2/places'])(
      'lets clients keep the body of %s',
      async (path) => {
        const first = await getWithRetry(directory, path, tokens.application);
        expect(first.status).toBe(200);
        const etag = first.headers.get('etag') ?? '';
        for (const condition of [etag, `"other", ${etag}`, '*', etag.replace('W/', '')]) {
          const { status, text, headers } = await get(path, { 'If-None-Match': condition });
          expect([status, text]).toEqual([304, '']);
          for (const name of ['etag', 'cache-control', 'vary', 'link']) {
            expect([name, headers.get(name)]).toEqual([name, first.headers.get(name)]);
          }
        }
        const changed = await get(path, { 'If-None-Match': 'W/"other"' });
        expect([changed.status, changed.text]).toEqual([200, first.text]);
      },
    );

    it('does not replace the token', async () => {
      const condition = { 'If-None-Match': (await etagOf('/v2/users/maria')) ?? '' };
      expect((await directory.get('/v2/users/maria', undefined, condition)).status).toBe(401);
    });
  });

  it.each([
    ['/v2/users/maria', 'private, max-age=45'],
    ['/v2/users/maria/following', 'private, max-age=45'],
    ['/v2/places', 'private, max-age=45'],
    ['/v2/places/masp', 'private, max-age=45'],
    ['/v2/categories', 'private, max-age=45'],
    ['/v2/users/me', 'private, no-cache'],
    ['/v2/users/me/following', 'private, no-cache'],
    ['/v2/users/me/followers/', 'private, no-cache'],
    ['/v2/users/me/places/checkins', 'private, no-cache'],
    ['/v2/users/%6De/places/reviews', 'private, no-cache'],
    ['/v2/users/me/following/u1', 'private, no-cache'],
    ['/v2/users/nobody', 'no-store'],
    ['/v2/users/u1/following/me', 'no-store'],
  ])('%s is sent with Cache-Control: %s', async (path, policy) => {
    const { status, headers } = await directory.get(path, tokens.maria);
    expect([status, headers.get('cache-control')]).toEqual([policy === 'no-store' ? 404 : 200, policy]);
  });

  describe('a body over 1 KiB', () => {
    const long = '/v2/users/maria/following?rows=30';

    /** Returns the body as sent. `fetch` would decompress it. */
    function wire(
      path: string,
      encoding: string,
    ): Promise<{ encoding: string | undefined; vary: string; body: Buffer }> {
      return new Promise((resolve, reject) => {
        const headers = { Authorization: `Bearer ${tokens.application}`, 'Accept-Encoding': encoding };
        httpRequest(`${directory.url}${path}`, { headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => {
            const { 'content-encoding': used, vary = '' } = response.headers;
            resolve({ encoding: used, vary, body: Buffer.concat(chunks) });
          });
        })
          .on('error', reject)
          .end();
      });
    }

    it.each([
      ['gzip', 'gzip', gunzipSync],
      ['br', 'br', brotliDecompressSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
    ])('is compressed according to Accept-Encoding: %s', async (accepted, encoding, decompress) => {
      for (const wt of ['json', 'xml']) {
        const path = `${long}&wt=${wt}`;
        const { encoding: used, vary, body } = await wire(path, accepted);
        expect(used).toBe(encoding);
        expect(vary).toMatch(/Accept.*Accept-Encoding/);
        expect(decompress(body).toString()).toBe((await wire(path, 'identity')).body.toString());
      }
    });

    it('is not compressed without Accept-Encoding, or if it is short', async () => {
      expect((await wire(long, 'identity')).encoding).toBeUndefined();
      expect((await wire('/v2/users/maria', 'gzip, br')).encoding).toBeUndefined();
    });

    it('is compressed if it is a problem', async () => {
      const faults = Array.from({ length: 40 }, (_, at) => `p${at}=%zz`).join('&');
      const { encoding, body } = await wire(`/v2/users/maria?${faults}`, 'gzip');
      expect([encoding, JSON.parse(gunzipSync(body).toString())]).toEqual([
        'gzip',
        expect.objectContaining({ status: 400 }),
      ]);
    });
  });
});
