import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { Contract } from '../../src/api-docs/contract.js';
import { ClientStore } from '../../src/auth/client-store.js';
import { demonstrationClients } from '../../src/demonstration/credentials.js';
import { problemCatalogue } from '../../src/http/problem-catalogue.js';
import { type ProblemCode, problems } from '../../src/http/problems.js';
import { PROBLEM_NAMESPACE, type Value, writeXml } from '../../src/http/xml.js';
import { DocumentValidator } from '../support/document-validator.js';
import { aUser } from '../support/factories.js';
import { expectGoldenFormats } from '../support/golden.js';
import { sendRaw } from '../support/raw.js';
import { useDirectory } from '../support/use-directory.js';
import { validateXml } from '../support/validate-xml.js';

describe('a problem', () => {
  const { directory, tokens, get } = useDirectory({
    env: { PUBLIC_URL: 'https://places.example.org' },
    users: [aUser({ id: 'maria' })],
    tokens: ['application'],
  });

  it('is a problem document (RFC 9457) with all faults', async () => {
    const getNamed = (path: string, headers = {}) => get(path, { ...headers, 'X-Request-Id': 'golden-1' });
    await expectGoldenFormats(getNamed, '/v2/users/maria/following?rows=%3C0%3E&start=-1', 'problem', 400);
  });

  it.each([
    ['401', '/v2/users/maria', undefined],
    ['404', '/v2/users/nobody', 'token'],
    ['404 of a route', '/nothing', undefined],
  ])('has one error with a reason if no parameter is invalid: %s', async (_, path, withToken) => {
    const { body } = await directory.get(path, withToken && tokens.application);
    expect(body.errors).toEqual([{ reason: body.detail }]);
  });

  it('is never cached', async () => {
    for (const path of ['/nothing', '/v2/users/nobody', '/v2/users/me', '/v2/users/maria?wt=x']) {
      expect((await get(path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  describe('the id of its request', () => {
    it.each(['abc', 'A-b_c.D:9', '0', 'x'.repeat(128)])('is that of the client if it is valid: %s', async (id) => {
      const { headers, body } = await directory.get('/nothing', undefined, { 'x-request-id': id });
      expect([headers.get('x-request-id'), body.instance]).toEqual([id, `urn:request:${id}`]);
    });

    it.each(['', 'two words', 'a/b', '<x>', 'é', 'x'.repeat(129), '{"a":1}'])(
      'is generated if that of the client is invalid: %s',
      async (id) => {
        const { headers, body } = await directory.get('/nothing', undefined, { 'X-Request-Id': id });
        expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
        expect(body.instance).toBe(`urn:request:${headers.get('x-request-id') ?? ''}`);
      },
    );

    it('is on successful responses too, and differs', async () => {
      const ids = await Promise.all([1, 2].map(async () => (await get('/v2/users/maria')).headers.get('x-request-id')));
      expect(new Set(ids).size).toBe(2);
      const id = randomUUID();
      expect((await get('/v2/users/maria', { 'X-Request-Id': id })).headers.get('x-request-id')).toBe(id);
    });
  });
});

describe('the address of the service', () => {
  const { directory } = useDirectory({ env: { PUBLIC_URL: 'https://places.example.org', EXPLORE: 'true' } });
  const { directory: withoutExplore } = useDirectory({ env: { EXPLORE: 'false' }, over: directory });

  it('has links for programs, in JSON and XML', async () => {
    await expectGoldenFormats((path, headers) => directory.get(path, undefined, headers), '/', 'service');
  });

  it.each([{}, { Accept: '*/*' }, { Accept: 'application/json' }, { Accept: 'image/png' }])(
    'is JSON by default: %j',
    async (headers) => {
      const response = await fetch(directory.url, { headers });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    },
  );

  it.each([
    ['/?wt=xml', {}],
    ['/', { Accept: 'text/xml' }],
  ])('is XML for those who ask for it: %s %j', async (path, headers) => {
    const response = await fetch(directory.url + path, { headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  });

  it('has links that lead somewhere', async () => {
    const { service } = (await (await fetch(withoutExplore.url)).json()) as {
      service: { links: { rel: string; uri: string }[] };
    };
    const relations = ['self', 'token', 'places', 'categories', 'docs', 'openapi', 'xsd', 'problems'];
    expect(service.links.map(({ rel }) => rel)).toEqual(relations);
    for (const { uri } of service.links) expect([200, 401, 405]).toContain((await fetch(uri)).status);
  });
});

const codes = Object.keys(problems) as ProblemCode[];

describe('the page of a problem', () => {
  let here: string;

  const { directory } = useDirectory();
  const { directory: named } = useDirectory({ env: { PUBLIC_URL: 'https://places.example.org' }, over: directory });

  beforeAll(() => {
    here = directory.url.replace('[::1]', 'localhost');
  });

  const read = async (code: string) => {
    const { status, text } = await directory.get(`/docs/problems/${code}`);
    expect(status).toBe(200);
    return text;
  };

  /** The examples of a page, as they are before HTML escapes them. */
  const examplesOf = (page: string) =>
    [...page.matchAll(/<pre[^>]*>([^<]*)<\/pre>/g)].map(([, text = '']) =>
      text.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? ''),
    );
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

  it.each(codes)('has cause, remedy and an example: %s', async (code) => {
    const page = await read(code);
    const { status, title } = problems[code];
    expect(page).toContain(`<h1>${title.replaceAll("'", '&#39;')}</h1>`);
    expect(page).toContain(`Status ${status}, code <code>${code}</code>`);
    for (const text of [problemCatalogue[code].when, problemCatalogue[code].remedy])
      expect(text).toMatch(/^[A-Z`].*\.$/s);
    const [json = ''] = examplesOf(page);
    const document = JSON.parse(json) as Record<string, unknown>;
    expect(document).toMatchObject({ type: `${here}/docs/problems/${code}`, title, status, code });
    const validator = new DocumentValidator(directory.app.get(Contract).document());
    const at = validator.find('GET', '/nothing', status, 'application/problem+json') ?? '';
    expect(() => {
      validator.validate(at, document, { method: 'GET', address: code });
    }).not.toThrow();
  });

  it('shows an example that the schema of problems describes in XML', async () => {
    const contract = directory.app.get(Contract);
    const documents = await Promise.all(
      codes.map(async (code) => {
        const example = JSON.parse(examplesOf(await read(code))[0] ?? '') as Value;
        return { fileName: code, contents: writeXml('problem', example, PROBLEM_NAMESPACE) };
      }),
    );
    const schemas = { places: contract.placesXsd(directory.url), problem: contract.problemXsd() };
    expect(await validateXml(documents, schemas)).toEqual([]);
  });

  it('is the page at the type of a problem', async () => {
    const { body } = await directory.get('/nothing');
    const { origin, pathname } = new URL(body.type as string);
    expect([origin, await read('route_not_found')]).toEqual([here, (await directory.get(pathname)).text]);
  });

  it('is in the list', async () => {
    const { text, headers } = await directory.get('/docs/problems');
    for (const code of codes) expect(text).toContain(`<tr id="${code}"><td><a href="${here}/docs/problems/${code}">`);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action/,
    );
  });

  it.each(['nonsense', 'toString', '__proto__', 'TOKEN_MISSING'])(
    'does not exist for another code: %s',
    async (code) => {
      const { status, body } = await directory.get(`/docs/problems/${code}`);
      expect([status, body.code]).toEqual([404, 'route_not_found']);
    },
  );

  describe('has an absolute address also for requests without a valid Host', () => {
    const typeOf = async (url: string, message: string) =>
      (JSON.parse((await sendRaw(url, message)).body) as { type: string }).type;
    const messages = [
      'nonsense\r\n\r\n',
      'GET /v2/places HTTP/1.1\r\nConnection: close\r\n\r\n',
      'GET /v2/places HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    ];

    it.each(messages)('on this machine: %j', async (message) => {
      const { port } = new URL(directory.url);
      const page = `http://localhost:${port}/docs/problems/malformed_request`;
      expect(await typeOf(directory.url, message)).toBe(page);
    });

    it('by PUBLIC_URL if it is set', async () => {
      const page = 'https://places.example.org/docs/problems/malformed_request';
      expect(await typeOf(named.url, messages[0] ?? '')).toBe(page);
    });
  });
});

/** What Chromium sends for a page. */
const ofBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

describe('what a browser shows', () => {
  const { directory, tokens } = useDirectory({ env: { EXPLORE: 'true' }, tokens: ['application'] });
  const { directory: withoutExplore } = useDirectory({ env: { EXPLORE: 'false' }, over: directory });

  const open = (path: string, headers: Record<string, string> = {}, at = directory) =>
    fetch(at.url + path, { headers: { Accept: ofBrowser, ...headers } });

  it('is a start page at the address of the service', async () => {
    const response = await open('/');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const text = await response.text();
    for (const path of ['/explore', '/docs', '/openapi.json', '/docs/problems']) expect(text).toContain(`${path}"`);
    expect(text).toContain('<input name="q"');
    // What it is for comes before its formats.
    expect(text).toContain('<p>Search places by words, filters and location');
    expect(text).toContain('Everything works.');
    expect(text).toContain('<link rel="icon" href="data:image/svg+xml,');
    expect(response.headers.get('content-security-policy')).toContain('img-src data:');
  });

  it('has commands that run as pasted while the demonstration client works', async () => {
    const commands = async () => {
      const text = await (await open('/')).text();
      const all = [...text.matchAll(/<pre class="commands"[^>]*>([^<]*)<\/pre>/g)].map(([, command = '']) => command);
      return all.join('\n').replaceAll('&quot;', '"').replaceAll('&#39;', "'");
    };
    expect(await commands()).toContain('-u CLIENT:SECRET');
    const [demonstration] = demonstrationClients();
    if (demonstration) await directory.app.get(ClientStore).register(demonstration);
    const { stdout } = await promisify(execFile)('bash', ['-c', await commands()]);
    expect(JSON.parse(stdout)).toMatchObject({ results: { header: { rows: 5 } } });
  });

  it.each(['/', '/docs'])('has no link to itself: %s', async (path) => {
    const links = [...(await (await open(path)).text()).matchAll(/<a [^>]*href="([^"]*)"/g)].map(
      ([, href = '']) => href,
    );
    expect(links).toContain(`${directory.url}/explore`);
    expect(links).not.toContain(directory.url + path);
  });

  it('has no search form without the search page', async () => {
    const text = await (await open('/', {}, withoutExplore)).text();
    expect(text).toContain('/docs"');
    expect(text).not.toContain('<form');
    expect(text).not.toContain('/explore');
  });

  it('is a page for a problem, with each fault and what to do', async () => {
    const authorization = { Authorization: `Bearer ${tokens.application}` };
    const response = await open('/v2/places?rows=%3Cb%3E&nmae=1', authorization);
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(response.headers.get('content-security-policy')).toMatch(
      /style-src 'sha256-.*'; img-src data:; form-action 'none'/,
    );
    const text = await response.text();
    expect(text).toContain('<h1>A parameter is invalid</h1>');
    expect(text).toContain('<dt>In <code>rows</code></dt>');
    expect(text).toContain('<code>&lt;b&gt;</code>');
    expect(text).toContain('<h2>What to do</h2>\n<p>Correct each parameter that is at fault.');
    expect(text).toContain('/docs/problems/invalid_parameter"');
  });

  it.each(['/nothing', '/v2/users/maria', '/v2/places', '/%FF'])('is a page for a failure at %s', async (path) => {
    const response = await open(path);
    expect([response.ok, response.headers.get('content-type')]).toEqual([false, 'text/html; charset=utf-8']);
  });

  it.each([
    ['any type', '/nothing', { Accept: '*/*' }, 'json'],
    ['JSON', '/nothing', { Accept: 'application/json' }, 'json'],
    ['XML', '/nothing', { Accept: 'application/xml' }, 'xml'],
    ['wt=json', '/nothing?wt=json', {}, 'json'],
    ['wt=xml', '/nothing?wt=xml', {}, 'xml'],
  ])('is a problem document for %s', async (_, path, headers, format) => {
    const response = await open(path, headers);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe(`application/problem+${format}; charset=utf-8`);
    expect(await response.text()).toContain('route_not_found');
  });

  it('offers search, map and home where there is no page', async () => {
    const response = await open('/nothing');
    expect([response.status, response.headers.get('content-security-policy')]).toEqual([
      404,
      expect.stringContaining("form-action 'self'"),
    ]);
    const text = await response.text();
    expect(text).toContain('<title>This page does not exist – Place Directory</title>');
    expect(text).toContain(`<form action="${directory.url}/explore" role="search">`);
    for (const path of ['/explore', '/', '/docs']) expect(text).toContain(`<li><a href="${directory.url}${path}">`);
    expect(text).not.toMatch(/openapi|route_not_found/);
    const plain = await (await open('/nothing', {}, withoutExplore)).text();
    expect(plain).toContain(`<li><a href="${withoutExplore.url}/docs">`);
    expect(plain).not.toMatch(/<form|\/explore/);
  });

  describe('is in the language that the browser prefers', () => {
    const pages: [path: string, english: string, portuguese: string][] = [
      ['/', 'Places, and the people who visit them', 'Lugares e as pessoas que os visitam'],
      ['/nothing', 'This page does not exist', 'Esta página não existe'],
    ];

    it.each([
      ['/v2/users/maria', 'An access token is needed'],
      ['/docs/problems', 'Problems'],
      ['/docs/problems/overloaded', 'The service is overloaded'],
    ])('%s, but for pages about problems', async (path, title) => {
      const response = await open(path, { 'Accept-Language': 'pt' });
      expect(response.headers.get('content-language')).toBe('en');
      const text = await response.text();
      expect(text).toContain('<html lang="en">');
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toContain('API reference');
    });

    it.each(pages)('%s', async (path, english, portuguese) => {
      for (const [accepted, lang, title] of [
        ['', 'en', english],
        ['en-GB,pt;q=0.5', 'en', english],
        ['fr', 'en', english],
        ['pt-BR,pt;q=0.9,en;q=0.8', 'pt-BR', portuguese],
        ['fr,pt-PT;q=0.9', 'pt-BR', portuguese],
      ] as const) {
        const { headers, ...response } = await open(path, { 'Accept-Language': accepted }).then(async (opened) => ({
          headers: opened.headers,
          text: await opened.text(),
        }));
        expect(headers.get('content-language')).toBe(lang);
        expect(headers.get('vary')).toMatch(/(?:^|, )Accept-Language(?:,|$)/);
        expect(response.text).toContain(`<html lang="${lang}">`);
        expect(response.text).toContain(`<h1>${title}</h1>`);
        expect(response.text).toMatch(/Place Directory<\/(?:a|p)>/);
      }
    });

    it('is not that of problem documents', async () => {
      const response = await open('/nothing', { Accept: 'application/json', 'Accept-Language': 'pt' });
      expect(await response.json()).toMatchObject({ title: 'There is nothing at this path' });
      expect(response.headers.get('content-language')).toBeNull();
    });
  });
});
