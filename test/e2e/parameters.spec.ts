import { Reflector } from '@nestjs/core';
import { parseStringPromise } from 'xml2js';
import { type OpenApiDocument } from '../../src/api-docs/openapi/document.js';
import { ACCESS, type RouteAccess } from '../../src/auth/access.js';
import { OWN_FORMAT } from '../../src/http/format.js';
import { DeclaredRoutes } from '../../src/http/routes.js';
import { aUser, aPlace, aReview } from '../support/factories.js';
import { sendRaw } from '../support/raw.js';
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
    ['rows', '51', '51', outOfRange],
    ['start', '', '', notAnInteger],
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

  it.each([
    ['/v2/places', 'lat', 'location.lat'],
    ['/v2/places', 'limit', 'rows'],
    ['/v2/places', 'Rows', 'rows'],
    ['/v2/places', 'location_lat', 'location.lat'],
    ['/v2/users/maria/followers', 'lat', undefined],
    ['/v2/users/maria/followers', 'offset', 'start'],
    ['/v2/places', 'nonsense', undefined],
  ])('have a suggestion on %s if another name is likely: %s', async (path, name, suggestion) => {
    const { status, body } = await directory.get(`${path}?${name}=1`, tokens.application, {
      Prefer: 'handling=strict',
    });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ parameter: name, ...(suggestion !== undefined && { suggestion }) }]);
    expect('suggestion' in body.errors[0]).toBe(suggestion !== undefined);
  });

  // By the documents of the services.
  it.each([
    [
      'Foursquare',
      'query q, ll location.bias, near location.bias, fsq_category_ids fq, categories fq, fields fl, open_now open, open_at open, min_price fq, ne location.nw.lat, limit rows, cursor cursorMark, polygon location.polygon',
    ],
    [
      'Yelp',
      'term q, location location.bias, latitude location.lat, longitude location.lng, radius location.radius, categories fq, price fq, open_now open, attributes fq, sort_by sort, limit rows, offset start',
    ],
    [
      'Google Places',
      'textQuery q, keyword q, input q, type fq, includedType fq, opennow open, rankby sort, rankPreference sort, pagetoken cursorMark, pageSize rows, maxResultCount rows, locationBias location.bias, locationRestriction location.nw.lat, minRating fq',
    ],
    [
      'Nominatim',
      'amenity fq, street fq, city fq, postalcode fq, countrycodes fq, format wt, limit rows, viewbox location.nw.lat, layer fq, lat location.lat, lon location.lng',
    ],
    [
      'Pelias and HERE',
      'text q, size rows, layers fq, sources fq, focus.point.lat location.lat, focus.point.lon location.lng, categories fq, at location.bias',
    ],
    [
      'Elasticsearch',
      'query q, from start, size rows, _source fl, _source_includes fl, default_operator match, search_after cursorMark, aggs facet.field, post_filter fq',
    ],
    ['Solr', 'q.op match, facet facet.field, pt location.bias, d location.radius, mm match'],
  ])('have suggestions for the names of %s', async (_, names) => {
    const pairs = names.split(', ').map((pair) => pair.split(' '));
    const query = pairs.map(([name]) => `${name}=1`).join('&');
    const { body } = await directory.get(`/v2/places?${query}`, tokens.application, { Prefer: 'handling=strict' });
    const errors = body.errors as { parameter: string; suggestion?: string }[];
    expect(errors.map(({ parameter, suggestion }) => [parameter, suggestion])).toEqual(pairs);
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

describe('an unknown query parameter', () => {
  const { directory, tokens } = useDirectory({
    users: [aUser({ id: 'maria' })],
    tokens: ['application', 'trusted', 'maria'],
  });

  /** Every route that responds in JSON and XML, with a token that it accepts. */
  function routes(): { path: string; token: string }[] {
    const reflector = directory.app.get(Reflector);
    const byKind = { application: tokens.application, trusted: tokens.trusted, user: tokens.maria };
    return directory.app
      .get(DeclaredRoutes)
      .all()
      .filter(({ handler, controller }) => !reflector.getAllAndOverride<boolean>(OWN_FORMAT, [handler, controller]))
      .flatMap(({ handler, paths }) => {
        const access = reflector.get<RouteAccess>(ACCESS, handler);
        const token = byKind[access.public ? 'application' : (access.kinds[0] ?? 'application')];
        return paths.map((path) => ({ path: path.replace(/:\w+/g, 'x'), token }));
      });
  }

  it('is named in X-Ignored-Parameters on every route', async () => {
    const all = routes();
    expect(all.length).toBeGreaterThan(15);
    for (const { path, token } of all) {
      const { headers } = await directory.get(`${path}?unknown=1`, token);
      expect([path, headers.get('x-ignored-parameters')]).toEqual([path, 'unknown']);
    }
  });

  it('is rejected on every route with Prefer: handling=strict', async () => {
    for (const { path, token } of routes()) {
      const { status, body } = await directory.get(`${path}?unknown=1`, token, { Prefer: 'handling=strict' });
      expect([path, status, body.code]).toEqual([path, 400, 'invalid_parameter']);
      expect(body.errors).toContainEqual(expect.objectContaining({ parameter: 'unknown' }));
    }
  });
});

type Format = 'json' | 'xml';

const path = '/v2/users/maria';

describe('the format of a response', () => {
  const { directory, tokens, get } = useDirectory({
    users: [aUser({ id: 'maria' })],
    tokens: ['application'],
  });

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
    ['*/*', 'json'],
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

/** Texts as PostgreSQL holds them, and what XML 1.0 can say of each. */
const texts: [name: string, text: string, inXml: string][] = [
  [
    'markup',
    `<b>&amp; "quoted" 'text' ]]> <!-- --> <![CDATA[x]]>`,
    `<b>&amp; "quoted" 'text' ]]> <!-- --> <![CDATA[x]]>`,
  ],
  ['emoji', '👩‍🚀 🇧🇷 𝒳', '👩‍🚀 🇧🇷 𝒳'],
  ['control', 'a\u0001b\u0008c\u000Bd\u000Ce\u001Ff', 'abcdef'],
  ['noncharacters', 'a\uFFFEb\uFFFFc', 'abc'],
  ['spaces', ' \tx\ny ', ' \tx\ny '],
  ['returns', 'a\r\nb\rc', 'a\r\nb\rc'],
  ['structure', '$ _ # {{x}} ${y} %s', '$ _ # {{x}} ${y} %s'],
  ['delete', 'a\u007Fb\u0085c\u2028d', 'a\u007Fb\u0085c\u2028d'],
  ['directions', '\u202Eabc\u202C \u200F', '\u202Eabc\u202C \u200F'],
  ['nothing', '', ''],
  ['onlyControl', '\u0001\u0002', ''],
];

describe('characters', () => {
  const { get } = useDirectory({
    users: texts.map(([id, name]) => aUser({ id, name })),
    places: [aPlace({ id: 'masp' })],
    reviews: texts.map(([id, text]) => aReview({ id, text, userId: id, placeId: 'masp' })),
  });

  it.each(texts)('of a name come as they are in JSON, and as XML can say them: %s', async (id, text, inXml) => {
    const json = await get(`/v2/users/${id}`);
    expect(json.body.user.name).toBe(text);
    const xml = await get(`/v2/users/${id}?wt=xml`);
    const parsed = await parseStringPromise(xml.text, { explicitArray: false, normalize: false, trim: false });
    expect(parsed.user.name).toBe(inXml);
    // What XML 1.0 forbids stands nowhere, not even as a reference.
    expect(xml.text).not.toMatch(/[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|&#x?(0*[0-8bcef]|0*1[0-9a-f]);/i);
  });

  it('of reviews do so too', async () => {
    const { text } = await get('/v2/places/masp/reviews?wt=xml&rows=50');
    const parsed = await parseStringPromise(text, { explicitArray: false });
    const reviews = parsed.reviewResults.reviews.review as {
      id: string;
      text: string;
      creation: { author: { name: string } };
    }[];
    const expected = new Map(texts.map(([id, , inXml]) => [id, inXml]));
    expect(reviews).toHaveLength(texts.length);
    for (const review of reviews) {
      expect([review.id, review.text]).toEqual([review.id, expected.get(review.id)]);
      expect(review.creation.author.name).toBe(expected.get(review.id));
    }
  });

  it('of the caller are repeated in a problem as XML can say them', async () => {
    const { status, text } = await get(`/v2/users/${encodeURIComponent(']]>\u0001<x>')}?wt=xml`);
    const parsed = await parseStringPromise(text, { explicitArray: false });
    expect([status, parsed.problem.detail]).toEqual([404, 'There is no user "]]>\\u0001<x>".']);
  });
});
