import { type OpenApiDocument } from '../../src/api-docs/openapi/document.js';
import { aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const list = '/v2/users/maria/following';

describe('query parameters', () => {
  const { directory, tokens } = useDirectory({
    users: [aUser({ id: 'maria' })],
    tokens: ['application', 'trusted', 'maria'],
  });

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
    ['start=0&start=0', 'start', '0, 0'],
    ['wt=json&wt=json', 'wt', 'json, json'],
    ['row%73=5&rows=6', 'rows', '5, 6'],
  ])('a known parameter that is given twice is 400: %s', async (query, parameter, value) => {
    const { status, body } = await get(`?${query}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ parameter, value, reason: 'is given 2 times', allowed: ['once'] }]);
  });

  it('all faults are reported at once', async () => {
    const { status, body } = await get('?rows=0&start=x&wt=yaml&wt=json&broken=%zz&nul=%00');
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual(
      ['broken', 'nul', 'rows', 'start', 'wt', 'wt'].sort(),
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
      const { status, body, headers } = await get('?foo=1&rows=0&fl=name&fl=nonsense', { Prefer: prefer });
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

  describe('of all routes', () => {
    /** All parameters in the query that `/openapi.json` documents, each with a value that is read. */
    async function documented() {
      const { paths, components } = (await directory.get('/openapi.json')).body as OpenApiDocument;
      return Object.entries(paths).flatMap(([path, { get: operation }]) => {
        if (!operation || operation.security.length === 0) return [];
        const parameters = (operation.parameters ?? []).map((parameter) =>
          '$ref' in parameter ? components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter,
        );
        const address = path.replace(/\{(z|x|y)\}/g, '0').replace(/\{\w+\}/g, 'maria');
        return parameters.flatMap((parameter) => (parameter?.in === 'query' ? [{ path: address, parameter }] : []));
      });
    }

    it('are lists by repetition as well as by commas, if they are lists', async () => {
      const lists = (await documented()).filter(({ parameter }) => parameter.schema.type === 'array');
      const values: Record<string, [string, string]> = {
        fl: ['id', 'nonsense'],
        sort: ['id desc', 'nonsense'],
        'facet.field': ['address.city', 'nonsense'],
      };
      expect(new Set(lists.map(({ parameter }) => parameter.name))).toEqual(new Set(['fq', ...Object.keys(values)]));
      for (const { path, parameter } of lists) {
        expect([path, parameter]).toEqual([path, expect.objectContaining({ style: 'form', explode: true })]);
        const [one, other] = values[parameter.name] ?? [];
        // A comma is part of a filter.
        if (one === undefined || other === undefined) continue;
        const read = (query: string) => ask(path, query.replaceAll('$', parameter.name));
        const byComma = await read(`$=${one},${other}`);
        expect([path, await read(`$=${one}&$=${other}`)]).toEqual([path, byComma]);
        expect([path, await read(`$=${one}&$=&$=${other}`)]).toEqual([path, byComma]);
        expect(byComma.named).toContain('nonsense');
      }
    });

    it('are 400 if they are given twice and are no lists', async () => {
      const single = (await documented()).filter(({ parameter }) => parameter.schema.type !== 'array');
      expect(single.length).toBeGreaterThan(50);
      for (const { path, parameter } of single) {
        const { named } = await ask(path, `${parameter.name}=1&${parameter.name}=1`);
        expect([path, named]).toEqual([path, expect.stringContaining(`${parameter.name}: is given 2 times`)]);
      }
    });

    /** The status, and what a response says of the parameters. */
    async function ask(path: string, query: string) {
      const token = path.startsWith('/v2/users/me') || path.includes('/following/') ? tokens.maria : tokens.application;
      const { status, headers, body } = await directory.get(
        `${path}?${query}`,
        path.endsWith('/verify') ? tokens.trusted : token,
      );
      const faults = (body.errors ?? []) as { parameter?: string; reason: string }[];
      const named = faults.map(({ parameter, reason }) => `${parameter}: ${reason}`).join('\n');
      return { status, named: named + (headers.get('x-ignored-parameters') ?? '') };
    }
  });
});
