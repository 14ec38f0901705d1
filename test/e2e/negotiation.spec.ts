import { aUser } from '../support/factories.js';
import { sendRaw } from '../support/raw.js';
import { useDirectory } from '../support/use-directory.js';

type Format = 'json' | 'xml';

const path = '/v2/users/maria';

describe('the format of a response', () => {
  const { directory, tokens, get } = useDirectory({ users: [aUser({ id: 'maria' })], tokens: ['application'] });

  const typeOf = (headers: Headers) => headers.get('content-type');

  /** Errors of every stage of the request pipeline. */
  const failures: [name: string, path: string, init: RequestInit, withToken: boolean, status: number][] = [
    ['401', path, {}, false, 401],
    ['403', '/v2/users/me', {}, true, 403],
    ['404 for what does not exist', '/v2/users/nobody', {}, true, 404],
    ['404 for an unknown address', '/v2/nothing', {}, false, 404],
    ['405', path, { method: 'DELETE' }, false, 405],
    ['400 for a parameter', '/v2/users/maria/following?rows=0', {}, true, 400],
    ['400 for the path', '/v2/nothing/%ff', {}, false, 400],
  ];

  it.each([
    ['application/json', 'json'],
    ['application/xml', 'xml'],
    ['text/xml', 'xml'],
    ['*/*', 'json'],
    ['application/json;q=0.5, application/xml', 'xml'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'xml'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'json'],
    ['', 'json'],
  ] as [string, Format][])('follows Accept: %s → %s', async (accept, format) => {
    const { status, headers } = await get(path, { Accept: accept });
    expect([status, typeOf(headers)]).toEqual([200, `application/${format}; charset=utf-8`]);
    expect(headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
  });

  it('is JSON without Accept, and header names may be lower case', async () => {
    const request = `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${tokens.application}\r\nconnection: close\r\n\r\n`;
    const { status, headers } = await sendRaw(directory.url, request);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  });

  it.each([
    ['json', 'application/xml', 'json'],
    ['xml', 'application/json', 'xml'],
  ] as [string, string, Format][])('follows wt=%s before Accept: %s', async (wt, accept, format) => {
    const { status, headers } = await get(`${path}?wt=${wt}`, { Accept: accept });
    expect([status, typeOf(headers)]).toEqual([200, `application/${format}; charset=utf-8`]);
  });

  it('is JSON with status 406 if Accept admits neither', async () => {
    const { status, headers, body } = await get(path, { Accept: 'image/png, text/plain' });
    expect([status, body.code]).toEqual([406, 'not_acceptable']);
    expect(typeOf(headers)).toBe('application/problem+json; charset=utf-8');
    expect(headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
    const allowed = ['application/json', 'application/xml'];
    expect(body.errors).toEqual([{ parameter: 'Accept', reason: 'admits no format of this service', allowed }]);
  });

  it('is checked after the token, and before the parameters', async () => {
    const accept = { Accept: 'text/html' };
    expect((await directory.get(path, undefined, accept)).status).toBe(401);
    expect((await get('/v2/users/me', accept)).status).toBe(403);
    expect((await get('/v2/users/nobody', accept)).status).toBe(406);
  });

  it.each([
    ['yaml', 'application/xml', 'xml'],
    ['%00', 'application/xml', 'xml'],
    ['yaml', 'text/html', 'json'],
  ] as [string, string, Format][])('is 400 for wt=%s in the format of Accept: %s', async (wt, accept, format) => {
    const { status, headers, text } = await get(`${path}?wt=${wt}`, { Accept: accept });
    expect([status, typeOf(headers)]).toEqual([400, `application/problem+${format}; charset=utf-8`]);
    expect(text).toContain('is not a known format');
  });

  it('is that of the first wt if there are two, which is 400', async () => {
    const { status, headers, text } = await get(`${path}?wt=xml&wt=json`);
    expect([status, typeOf(headers)]).toEqual([400, 'application/problem+xml; charset=utf-8']);
    expect(text).toContain('<parameter>wt</parameter><value>xml, json</value>');
  });

  describe.each(failures)('of %s', (_, address, init, withToken, status) => {
    const authorization: Record<string, string> = {};
    beforeAll(() => {
      if (withToken) authorization.Authorization = `Bearer ${tokens.application}`;
    });

    it.each([
      ['by Accept', 'json', '', { Accept: 'application/json' }],
      ['by Accept', 'xml', '', { Accept: 'application/xml' }],
      ['by wt', 'json', 'wt=json', { Accept: 'application/xml' }],
      ['by wt', 'xml', 'wt=xml', { Accept: 'application/json' }],
      ['by default', 'json', '', {}],
    ] as [string, Format, string, Record<string, string>][])('is chosen %s: %s', async (_by, format, wt, accept) => {
      const target = `${address}${address.includes('?') ? '&' : '?'}${wt}`;
      const headers = { ...authorization, ...accept };
      const answer = await directory.request(target, { ...init, headers });
      expect([answer.status, typeOf(answer.headers)]).toEqual([status, `application/problem+${format}; charset=utf-8`]);
      expect(answer.headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
      expect(
        answer.text.startsWith(format === 'json' ? '{"type":' : '<?xml version="1.0" encoding="UTF-8"?><problem '),
      ).toBe(true);
    });
  });
});
