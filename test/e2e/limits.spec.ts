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
    for (const answer of [json, xml]) expect(Buffer.byteLength(answer?.text ?? '')).toBeLessThanOrEqual(4096);
    expect(json?.body.errors[0].reason).not.toBe('');
    const count = (text = '') => text.match(/<reason>/g)?.length;
    expect(count(xml?.text)).toBe(json?.body.errors.length);
  });

  it('leave all faults in an error as long as they fit', async () => {
    const keys = Array.from({ length: 8 }, (_, at) => `key${at}`);
    const { body, text } = await get(`/v2/places?sort=${keys.join(',')}`);
    expect(body.errors.map(({ reason }: { reason: string }) => /"(.*)"/.exec(reason)?.[1])).toEqual(keys);
    expect(body.errors[0].allowed).toContain('statistics.pageviews');
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096);
  });

  it('leave out of an error only faults that do not fit, and say how many', async () => {
    const filters = Array.from({ length: 60 }, (_, at) => `fq=field${at}:x`);
    const { body } = await get(`/v2/places?${filters.join('&')}`);
    const told = body.errors.length - 1;
    expect(told).toBeGreaterThan(15);
    expect(body.errors.at(-1)).toEqual({ reason: `${60 - told} more faults are not listed` });
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
