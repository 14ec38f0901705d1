import { aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const list = '/v2/users/maria/following';

describe('query parameters', () => {
  const { directory, tokens } = useDirectory({ users: [aUser({ id: 'maria' })], tokens: ['application'] });

  const get = (query: string, headers?: Record<string, string>) =>
    directory.get(`${list}${query}`, tokens.application, headers);

  const notAnInteger = 'is not an integer in plain decimal digits';
  const outOfRange = 'is out of range';
  const unreadable = 'is not percent-encoded UTF-8';
  const unstorable = 'contains a character that cannot be stored (NUL)';
  const huge = '9'.repeat(400);

  const allowed = { rows: 'an integer, 1 to 50', start: `an integer, 0 to ${Number.MAX_SAFE_INTEGER}` };

  it.each([
    ['rows', '0', '0', outOfRange],
    ['rows', '51', '51', outOfRange],
    ['start', '9007199254740993', '9007199254740993', outOfRange],
    ['start', '', '', notAnInteger],
    ['rows', '%205', ' 5', notAnInteger],
    ['rows', '+5', ' 5', notAnInteger],
    ['rows', '5%0A', '5\n', notAnInteger],
    ['rows', '%D9%A5', '٥', notAnInteger],
    ['start', huge, `${huge.slice(0, 200)}…`, outOfRange],
  ] as const)('%s=%s is 400 naming the parameter, the value and what is allowed', async (name, raw, value, reason) => {
    const { status, body } = await get(`?${name}=${raw}`);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.detail).toBe(`${name}: ${reason}`);
    expect(body.errors).toEqual([{ parameter: name, value, reason, allowed: [allowed[name]] }]);
  });

  it.each([
    ['%00', '\u{FFFD}', unstorable],
    ['%ED%A0%80', '%ED%A0%80', unreadable],
    ['%', '%', unreadable],
  ])('text that cannot be read or stored is 400 in any name or value: %s', async (raw, value, reason) => {
    for (const name of ['rows', 'start', 'fl', 'wt', 'unknown']) {
      const { status, body } = await get(`?${name}=${raw}`);
      expect(status).toBe(400);
      expect(body.errors).toContainEqual(
        expect.objectContaining({ parameter: name, value, reason, allowed: [expect.any(String)] }),
      );
    }
    const asName = await get(`?${raw}=1`);
    expect([asName.status, asName.body.errors[0].reason]).toEqual([400, reason]);
  });

  it.each([
    ['fl=name&fl=id', 'fl', 'name, id'],
    ['wt=json&wt=json', 'wt', 'json, json'],
    ['row%73=5&rows=6', 'rows', '5, 6'],
  ])('a known parameter that is given twice is 400: %s', async (query, parameter, value) => {
    const { status, body } = await get(`?${query}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ parameter, value, reason: 'is given 2 times', allowed: ['once'] }]);
  });

  it('all faults are reported at once', async () => {
    const { status, body } = await get('?rows=0&start=x&wt=yaml&fl=a&fl=b&broken=%zz&nul=%00');
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual(
      ['broken', 'fl', 'nul', 'rows', 'start', 'wt'].sort(),
    );
    expect(body.detail).toMatch(/^6 faults: /);
  });

  it.each(['?&rows=5', '?&&rows=5&&', '?rows=5&', '?rows=05', '?r%6Fws=5'])('are read from %s', async (query) => {
    const { status, body } = await get(query);
    expect([status, body.userResults.header.rows]).toEqual([200, 5]);
  });

  it.each(['?', '?&', '?fl=', '?fl=&wt=json', '?fl'])('count as absent: %s', async (query) => {
    const { status, text } = await get(query);
    expect([status, text]).toEqual([200, (await get('')).text]);
  });

  it('are named in X-Ignored-Parameters if they are unknown', async () => {
    const { status, headers } = await get('?foo=1&q=x&bar=2&foo=3&%C3%A9%2C=4&rows=5&constructor=1&__proto__=1');
    expect(status).toBe(200);
    expect(headers.get('x-ignored-parameters')).toBe('foo,q,bar,%C3%A9%2C,constructor,__proto__');
  });

  it('are compared case-sensitively', async () => {
    expect((await get('?Rows=5&rows=5&start=0&fl=name&wt=json')).headers.get('x-ignored-parameters')).toBe('Rows');
  });

  it.each(['handling=strict', 'return=minimal, handling=strict', 'Handling="strict"', 'wait=1; handling = strict'])(
    'are rejected if they are unknown and the client sends Prefer: %s',
    async (prefer) => {
      const { status, body, headers } = await get('?foo=1&rows=0&fl=nonsense', { Prefer: prefer });
      expect([status, headers.get('preference-applied')]).toEqual([400, 'handling=strict']);
      expect(body.errors.map(({ parameter }: { parameter: string }) => parameter)).toEqual(['rows', 'foo', 'fl']);
      expect(body.errors[1].value).toBe('1');
      expect(body.errors[2].value).toBe('nonsense');
      expect(body.errors[1].allowed).toEqual(['rows', 'start', 'fl', 'wt']);
      expect(body.errors[2].allowed).toEqual(expect.arrayContaining(['*', 'id', 'name']));
      expect(headers.get('x-ignored-parameters')).toBeNull();
    },
  );

  it.each(['handling=lenient', 'return=minimal', 'strict', 'handling=lenient, handling=strict'])(
    'are ignored with Prefer: %s',
    async (prefer) => {
      expect((await get('?foo=1', { Prefer: prefer })).status).toBe(200);
    },
  );

  it('may be many, and the response stays small', async () => {
    const names = Array.from({ length: 1000 }, (_, at) => `unknown${at}=1`).join('&');
    const { status, headers } = await get(`?${names}`);
    expect(status).toBe(200);
    expect(headers.get('x-ignored-parameters')).toMatch(/^unknown0,unknown1,/);
    expect(headers.get('x-ignored-parameters')?.length).toBeLessThan(4096);
  });
});
