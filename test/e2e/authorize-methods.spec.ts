import { gzipSync } from 'node:zlib';
import { useAuthorization, webRequest } from '../support/authorization.js';

describe('methods, forms and formats of /v2/oauth/authorize', () => {
  const { directory, newBrowser, open } = useAuthorization();

  it('accepts a request by POST, and redirects to GET', async () => {
    const browser = newBrowser();
    const answer = await browser.post(webRequest);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null]);
    expect((await browser.follow(answer)).text).toContain('name="password"');
  });

  it('responds to HEAD as to GET, without a body', async () => {
    const { status, headers, text } = await open(webRequest, { method: 'HEAD' });
    expect([status, headers.get('content-type'), text]).toEqual([200, 'text/html; charset=utf-8', '']);
    expect((await open({ ...webRequest, scope: 'nothing' }, { method: 'HEAD' })).status).toBe(303);
  });

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('rejects the method %s', async (method) => {
    const { status, headers, text } = await open(webRequest, { method });
    expect([status, headers.get('allow'), headers.get('content-type')]).toEqual([
      405,
      'GET, HEAD, POST',
      'text/html; charset=utf-8',
    ]);
    expect(text).toContain('<h1>That did not work</h1>');
  });

  it('accepts forms only', async () => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(webRequest) };
    const { status, text } = await open('', init);
    expect([status, text]).toEqual([415, expect.stringContaining('application/x-www-form-urlencoded')]);
  });

  it.each([
    'action=allow&action=deny',
    'action=explode',
    'action=deny&token=%zz',
    'action=deny&token=%00',
    'x=%zz',
    `${new URLSearchParams(webRequest).toString()}&${'x&'.repeat(1000)}`,
    `action=deny&request=${encodeURIComponent('x&'.repeat(1001))}`,
  ])('rejects a malformed form: %.80s', async (body) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await open('', { method: 'POST', headers, body })).status).toBe(400);
  });

  it('rejects a compressed form', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' };
    const body = gzipSync(new URLSearchParams(webRequest).toString());
    expect((await open('', { method: 'POST', headers, body })).status).toBe(400);
  });

  it.each([
    ['a request that is too long for an address', { ...webRequest, state: 'x'.repeat(115_000) }],
    ['a very long field', { action: 'deny', request: 'x'.repeat(500_000) }],
  ])('rejects a form that is too long: %s', async (_, fields) => {
    expect((await newBrowser().post(fields)).status).toBe(400);
  });

  it('responds with problem documents to programs', async () => {
    const json = await open({}, { headers: { Accept: 'application/json' } });
    expect([json.status, json.headers.get('content-type'), json.body.code]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
      'authorization_invalid',
    ]);
    expect(json.body.errors).toEqual([{ parameter: 'client_id', reason: 'is missing' }]);
    const xml = await open({}, { headers: { Accept: 'application/xml' } });
    expect(xml.headers.get('content-type')).toBe('application/problem+xml; charset=utf-8');
  });

  it('accepts a trailing slash', async () => {
    const { status } = await directory.get(`/v2/oauth/authorize/?${new URLSearchParams(webRequest).toString()}`);
    expect(status).toBe(200);
  });
});
