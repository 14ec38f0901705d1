import { type IncomingHttpHeaders, request as sendRequest } from 'node:http';
import { accessMatrix } from '../cases/access-matrix.js';
import { webRequest } from '../support/authorization.js';
import { aPlace, aReview, aUser } from '../support/factories.js';
import { insertPlaces } from '../support/place-rows.js';
import { useDirectory } from '../support/use-directory.js';

describe('the limits of a request', () => {
  const { directory, get } = useDirectory();

  it('are 112 KiB for the address', async () => {
    const longest = `/v2/places?x=${'a'.repeat(112 * 1024 - '/v2/places?x='.length)}`;
    expect((await get(longest)).status).toBe(200);
    const { status, body } = await get(`${longest}a`);
    expect([status, body.code]).toEqual([414, 'address_too_long']);
  });

  it('are 1,000 parameters', async () => {
    const parameters = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=1`).join('&');
    expect((await get(`/v2/places?${parameters(1000)}`)).status).toBe(200);
    const { status, body } = await get(`/v2/places?${parameters(1001)}`);
    expect([status, body.code]).toEqual([400, 'malformed_request']);
  });

  it.each([
    ['an unknown field', `fq=${'a'.repeat(4000)}:x`],
    ['a filter that goes wrong at its end', `fq=name:"${encodeURIComponent('"&<é'.repeat(1000))}" )`],
    ['many faulty filters', Array.from({ length: 60 }, (_, at) => `fq=field${at}:<>`).join('&')],
    ['huge numbers', `rows=${'9'.repeat(30_000)}&start=${'<'.repeat(3000)}&location.lat=${'&'.repeat(3000)}`],
    ['characters that have to be escaped', `fq=${'%22%01%E2%82%AC'.repeat(1300)}`],
    [
      'faults of everything',
      ['rows', 'start', 'sort', 'wt', 'fq', 'fl', 'q'].map((n) => `${n}=${'%22'.repeat(999)}`).join('&'),
    ],
  ])('leave an error short, and say the first fault all the same: %s', async (_, query) => {
    const [json, xml] = await Promise.all(
      ['json', 'xml'].map((format) =>
        get(`/v2/places?${query}`, {
          ...{ Accept: `application/${format}`, Prefer: 'handling=strict', 'X-Request-Id': 'long' },
        }),
      ),
    );
    expect([json?.status, xml?.status]).toEqual([400, 400]);
    const sizes = [json, xml].map((answer) => Buffer.byteLength(String(answer?.text)));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8192);
    expect(json?.body.errors[0].reason).toMatch(/\w/);
    const count = (text = '') => text.match(/<reason>/g)?.length;
    expect(count(xml?.text)).toBe(json?.body.errors.length);
  });

  it('leave all faults in an error, up to twenty', async () => {
    const keys = Array.from({ length: 8 }, (_, at) => `key${at}`);
    const { body } = await get(`/v2/places?sort=${keys.join(',')}`);
    expect(body.errors.map(({ reason }: { reason: string }) => /"(.*)"/.exec(reason)?.[1])).toEqual(keys);
    for (const { allowed } of body.errors) expect(allowed).toContain('statistics.pageviews');
  });

  it('leave further faults out of an error, and say how many', async () => {
    const filters = Array.from({ length: 60 }, (_, at) => `fq=field${at}:x`);
    const { body } = await get(`/v2/places?${filters.join('&')}`);
    expect(body.errors).toHaveLength(21);
    expect(body.errors.at(-1)).toEqual({ reason: '40 more faults are not listed' });
  });

  it('keep a connection longer than balancers do, which give up theirs after a minute', async () => {
    const { headers } = await directory.get('/health/live');
    expect(headers.get('keep-alive')).toBe('timeout=65');
  });

  it('keep a host from making an error long', async () => {
    const { request } = await import('node:http');
    const status = await new Promise((resolve, reject) => {
      request(`${directory.url}/v2/places`, { headers: { Host: 'a'.repeat(10_000) } }, (answer) => {
        resolve(answer.resume().statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(400);
  });
});

describe('the security headers', () => {
  const { directory } = useDirectory();

  it.each(['/v2/places', '/nothing', '/health/live', '/openapi.json'])('are on every answer: %s', async (path) => {
    const { headers } = await directory.get(path);
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    expect(headers.get('x-powered-by')).toBeNull();
  });
});

/** A stock nginx takes 4 KB of headers (`proxy_buffer_size`), and responds 502 to more. */
describe('the headers of a response', () => {
  const origin = `https://${'sub.'.repeat(20)}example.org`;
  const quota = '100000/60';
  const { directory, tokens } = useDirectory({
    env: {
      ...{ CORS_ORIGINS: origin, OLD_CLIENTS: 'cors-credentials', RESPONSE_CACHE_SIZE: '64000000' },
      ...{ QUOTAS: `application=${quota},user=${quota},trusted=${quota}` },
    },
    users: ['maria', 'ana', 'joao'].map((id) => aUser({ id })),
    follows: ['ana', 'joao'].map((followingId) => ({ followerId: 'maria', followingId, created: new Date() })),
    places: [aPlace({ id: 'masp' })],
    reviews: ['good', 'better'].map((id) => aReview({ id, userId: 'maria', placeId: 'masp' })),
    tokens: ['maria', 'application', 'trusted'],
    fill: async (filled) => {
      const licenses = Array.from({ length: 50 }, (_, at) => `https://example.org/${'licenses/'.repeat(9)}${at}`);
      for (const [at, license] of licenses.entries())
        await filled.source.query('INSERT INTO sources (name, license, attribution) VALUES ($1, $2, $1)', [
          `s${at}`,
          license,
        ]);
      await insertPlaces(
        filled.source,
        licenses.map((_, at) => aPlace({ id: `p${at}`, name: 'Padaria' })),
      );
      await filled.source.query("UPDATE places SET source = 's' || substr(id, 2) WHERE id ~ '^p[0-9]'");
      await filled.addClients({ web: { grants: ['authorization_code'], redirectUris: [webRequest.redirect_uri] } });
      await filled.settle();
    },
  });

  interface Received {
    status: number;
    headers: IncomingHttpHeaders;
    /** The status line and all headers, as sent. */
    bytes: number;
  }

  const send = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
    new Promise<Received>((resolve, reject) => {
      const target = { hostname: '127.0.0.1', port: new URL(directory.url).port };
      sendRequest({ ...target, method, path, headers }, (response) => {
        const { rawHeaders, statusCode = 0, statusMessage = '' } = response.resume();
        const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`.length, ...rawHeaders.map((text) => text.length), 2];
        const bytes = lines.reduce((sum, length) => sum + length + 2);
        response.on('end', () => {
          resolve({ status: statusCode, headers: response.headers, bytes });
        });
      })
        .on('error', reject)
        .end(body);
    });

  const longHeaders = {
    ...{ Host: `${'host.'.repeat(45)}example.org`, Origin: origin, 'X-Request-Id': 'x'.repeat(128) },
    'Accept-Encoding': 'gzip',
  };
  const polygon = (points: number) =>
    Array.from({ length: points }, (_, at) => {
      const angle = (2 * Math.PI * at) / points;
      return `${(10 + Math.sin(angle)).toFixed(6)},${(10 + Math.cos(angle)).toFixed(6)}`;
    }).join(';');
  const ids = Array.from({ length: 60 }, (_, at) => `an-identifier-${at}`);
  const queries = [
    `z=${'a'.repeat(1500)}`,
    `start=1&rows=1&z=${'%C3%A3'.repeat(200)}`,
    `start=1&rows=1&z=${'a'.repeat(250)}`,
    Array.from({ length: 200 }, (_, at) => `${'<unknown>'.repeat(at)}=1`).join('&'),
    `start=1&rows=1&fq=${encodeURIComponent(`id:(${ids.join(' OR ')})`)}`,
    `rows=50&location.polygon=${encodeURIComponent(polygon(100))}`,
    `rows=50&q=padaria&fl=name`,
    `${new URLSearchParams(webRequest).toString()}&state=${'x'.repeat(3000)}&prompt=none`,
    new URLSearchParams({ ...webRequest, scope: 'nothing', state: '=/+'.repeat(300) }).toString(),
  ];

  it.each(accessMatrix.map(({ method, address }) => [method, address] as const))(
    'stay under 3 KB together: %s %s',
    async (method, address) => {
      for (const [at, query] of queries.entries()) {
        const path = `${address}${address.includes('?') ? '&' : '?'}${query}`;
        const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
        for (const token of [undefined, address.includes('/verify') ? tokens.trusted : tokens.maria]) {
          const authorization = token !== undefined && { Authorization: `Bearer ${token}` };
          const headers = { ...longHeaders, ...authorization, ...(method === 'POST' && form) };
          // Twice, if the second response may come from the cache.
          for (const _ of method === 'GET' && token !== undefined ? [1, 2] : [1]) {
            const { bytes, status } = await send(method, path, headers, method === 'POST' ? query : '');
            expect([at, status, bytes < 3000]).toEqual([at, status, true]);
          }
        }
      }
    },
    30_000,
  );

  it('stay under 3 KB in a preflight that asks for many', async () => {
    const asked = Array.from({ length: 500 }, (_, at) => `x-header-${at}`).join(',');
    const preflight = {
      ...longHeaders,
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': asked,
    };
    const { status, bytes, headers } = await send('OPTIONS', '/v2/places', preflight);
    expect([status, bytes < 3000]).toEqual([204, true]);
    expect(asked.startsWith(`${headers['access-control-allow-headers']},`)).toBe(true);
  });

  const authorized = () => ({ Authorization: `Bearer ${tokens.application}` });

  it('have the links that fit, the next page first', async () => {
    const relationsOf = async (length: number) => {
      const { headers } = await send(
        'GET',
        `/v2/places/masp/reviews?start=1&rows=1&z=${'a'.repeat(length)}`,
        authorized(),
      );
      return [...String(headers.link).matchAll(/rel="(\w+)"/g)].map(([, relation]) => relation);
    };
    expect(await relationsOf(0)).toEqual(['prev', 'first', 'last']);
    expect(await relationsOf(450)).toEqual(['prev', 'first']);
    expect(await relationsOf(700)).toEqual(['prev']);
    expect(await relationsOf(1500)).toEqual([]);
    const path = `/v2/places?q=padaria&rows=10&start=10&fl=id&z=${'a'.repeat(500)}`;
    const { headers } = await send('GET', path, authorized());
    expect(headers.link).toMatch(/rel="license".*rel="next"/);
    expect((await directory.get(path, tokens.application)).body.results.header).toMatchObject({
      next: expect.stringContaining('start=20'),
      previous: expect.stringContaining('start=0'),
    });
  });

  it('say that the ignored parameters are more than they name', async () => {
    const ignored = async (query: string) =>
      (await send('GET', `/v2/categories?${query}`, authorized())).headers['x-ignored-parameters'];
    expect(await ignored('some=1&other=1')).toBe('some,other');
    expect(await ignored(`${'long'.repeat(100)}=1`)).toBe('...');
    expect(await ignored(Array.from({ length: 100 }, (_, at) => `name${at}=1`).join('&'))).toMatch(
      /^name0,name1,.*,name\d+,\.\.\.$/,
    );
  });
});
