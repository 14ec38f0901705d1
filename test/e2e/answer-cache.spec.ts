import { setTimeout as delay } from 'node:timers/promises';
import { AnswerCache } from '../../src/http/answer-cache.js';
import { Directory } from '../support/directory.js';
import { aPlace } from '../support/factories.js';

describe('answers of place search are kept for a moment', () => {
  let directory: Directory;
  let token: string;

  beforeAll(async () => {
    directory = await Directory.start({ SEARCH_CACHE_TTL: '1', SEARCH_CACHE_SIZE: '1000000' });
    await directory.add({ places: [aPlace({ id: 'a', name: 'Padaria' }), aPlace({ id: 'b', name: 'Museu' })] });
    token = await directory.token();
  });

  afterAll(() => directory.stop());

  const counts = () => ({ ...directory.app.get(AnswerCache).counts });
  const search = (query: string, headers: Record<string, string> = {}) =>
    directory.get(`/v2/places?${query}`, token, headers);
  const headersOf = ({ headers }: Awaited<ReturnType<typeof search>>) =>
    ['content-type', 'cache-control', 'etag', 'link', 'vary', 'x-ignored-parameters'].map((name) => headers.get(name));

  it('serves an answer again with the same headers, but for the id of the request', async () => {
    const before = counts();
    const answers = [await search('q=padaria&what=ever'), await search('q=padaria&what=ever')];
    const [first, second] = answers;
    expect(first?.headers.get('x-ignored-parameters')).toBe('what');
    expect(first && headersOf(first)).toEqual(second && headersOf(second));
    expect(first?.text).toBe(second?.text);
    expect(first?.headers.get('x-request-id')).not.toBe(second?.headers.get('x-request-id'));
    expect(counts()).toEqual({ ...before, made: before.made + 1, kept: before.kept + 1 });
  });

  it('asks once for what many ask at the same time', async () => {
    const before = counts();
    const texts = await Promise.all(Array.from({ length: 20 }, async () => (await search('q=museu&rows=7')).text));
    expect(new Set(texts).size).toBe(1);
    expect(counts().made).toBe(before.made + 1);
  });

  it('keeps apart what differs in format, strictness, host or query', async () => {
    const bodies = new Set([
      (await search('q=padaria')).text,
      (await search('q=padaria', { Accept: 'application/xml' })).text,
      (await search('rows=1')).text,
      (await directory.get('/v2/search?rows=1', token)).text,
      (await directory.get('/v2/places/suggest?q=padaria', token)).text,
    ]);
    expect(bodies.size).toBe(5);
    expect((await search('q=padaria&what=ever')).status).toBe(200);
    expect((await search('q=padaria&what=ever', { Prefer: 'handling=strict' })).status).toBe(400);
    expect((await search('q=padaria', { Accept: 'image/png' })).status).toBe(406);
  });

  it('still asks who asks', async () => {
    expect((await search('q=padaria')).status).toBe(200);
    expect((await directory.get('/v2/places?q=padaria')).status).toBe(401);
    expect((await directory.get('/v2/places?q=padaria', 'nobody')).status).toBe(401);
  });

  it('answers 304 and HEAD from what it keeps', async () => {
    const { headers } = await search('q=padaria&rows=3');
    const again = await search('q=padaria&rows=3', { 'If-None-Match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await directory.request('/v2/places?q=padaria&rows=3', {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([head.status, head.headers.get('etag')]).toEqual([200, headers.get('etag')]);
  });

  it('shows a change when the moment is over', async () => {
    expect((await search('fq=id:a')).body.results.places[0].name).toBe('Padaria');
    await directory.source.query("UPDATE places SET name = 'Confeitaria' WHERE id = 'a'");
    await directory.settle();
    await delay(1000);
    expect((await search('fq=id:a')).body.results.places[0].name).toBe('Confeitaria');
  });

  it('keeps no faults', async () => {
    const before = counts();
    const refused = [await search('rows=0'), await search('rows=0')];
    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
    expect(counts()).toEqual({ ...before, made: before.made + 2 });
  });

  it('stays within its bytes', async () => {
    for (let at = 0; at < 200; at += 1) await search(`rows=50&start=${at}&${'x='.padEnd(3000, 'y')}`);
    const { size } = directory.app.get(AnswerCache);
    expect(size).toBeLessThanOrEqual(1_000_000);
    expect(size).toBeGreaterThan(500_000);
  });
});
