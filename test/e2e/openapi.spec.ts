import { createConfig, lintFromString } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { DocumentedRoutes } from '../../src/api-docs/contract.js';
import { type OpenApiDocument } from '../../src/api-docs/openapi/document.js';
import { expectGolden } from '../support/golden.js';
import { registeredRoutes } from '../support/routes.js';
import { useDirectory } from '../support/use-directory.js';
import { validateXml } from '../support/validate-xml.js';

describe('/openapi.json', () => {
  const { directory } = useDirectory({ env: { PUBLIC_URL: 'https://api.example.org' } });
  const { directory: plain } = useDirectory({ over: directory });

  const read = async () => (await directory.get('/openapi.json')).body as OpenApiDocument;

  it('documents every route that is registered, and no other', async () => {
    const registered = registeredRoutes(directory.app).map(({ method, path }) => `${method} ${path}`);
    const documented = directory.app
      .get(DocumentedRoutes)
      .all()
      .map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
      // An address of its own in the document, and a value of `:userId` in the router.
      .filter((route) => !route.includes('/users/me'));
    expect(documented.sort()).toEqual(registered.sort());
    expect(Object.keys((await read()).paths).length).toBeGreaterThan(20);
  });

  it('equals the committed document', async () => {
    expectGolden('openapi.json', `${JSON.stringify(await read(), null, 2)}\n`);
  });

  it('is OpenAPI 3.1 without errors and warnings, as Redocly sees it', async () => {
    // `me` and `fields` are no identifiers; pages have no errors of their own.
    const off = { 'no-ambiguous-paths': 'off', 'operation-4xx-response': 'off' } as const;
    const config = await createConfig({ extends: ['recommended'], rules: off });
    const source = (await directory.get('/openapi.json')).text;
    const problems = await lintFromString({ source, config });
    const found = problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer ?? ''}`);
    expect(found).toEqual([]);
  });

  it('is OpenAPI 3.1 without errors and warnings, as Spectral sees it', async () => {
    const spectral = new Spectral();
    spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
    const faults = await spectral.run((await directory.get('/openapi.json')).text);
    expect(faults.map(({ code, message, path }) => `${code} ${message} ${path.join('/')}`)).toEqual([]);
  });

  it('names every operation once', async () => {
    const operations = Object.values((await read()).paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('is public JSON with an ETag', async () => {
    const { status, headers } = await directory.get('/openapi.json');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const again = await directory.get('/openapi.json', undefined, { 'If-None-Match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('names the address of the request as its server without PUBLIC_URL', async () => {
    const { text, body } = await plain.get('/openapi.json');
    expect(body.servers).toEqual([{ url: plain.url.replace('[::1]', 'localhost') }]);
    expect(text).not.toContain('api.example.org');
  });
});

describe('/schema/places.xsd', () => {
  const { directory } = useDirectory({ env: { PUBLIC_URL: 'https://api.example.org' } });

  it('has the root of failed requests, which it imports: from its folder, else from the service', async () => {
    const [places = '', problem = ''] = await Promise.all(
      ['places', 'problem'].map(async (name) => (await directory.get(`/schema/${name}.xsd`)).text),
    );
    const { text: contents } = await directory.get('/v2/places?wt=xml');
    expect(contents).toContain('<problem ');
    const imported = 'schemaLocation="https://api.example.org/schema/problem.xsd"';
    expect(places).toContain(imported);
    expect(await validateXml([{ fileName: 'x.xml', contents }], { places, problem })).toEqual([]);
    const elsewhere = places
      .replace(/.*schemaLocation="problem.xsd".*/, '')
      .replace(imported, 'schemaLocation="problem.xsd"');
    expect(await validateXml([{ fileName: 'x.xml', contents }], { places: elsewhere, problem })).toEqual([]);
  });

  it.each(['places', 'problem'])('equals the committed schema: %s', async (name) => {
    const { text, headers } = await directory.get(`/schema/${name}.xsd`);
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expectGolden(`${name}.xsd`, text);
  });

  it.each([
    ['a member that is not documented', '<user><id>1</id><secret/></user>'],
    ['members in another order', '<user><name>x</name><id>1</id></user>'],
    ['text where a number belongs', '<user><id>1</id><statistics><reviews>many</reviews></statistics></user>'],
    ['a root of no response', '<users/>'],
    ['a problem without its namespace', '<problem><title>x</title></problem>'],
  ])('does not allow %s', async (_, contents) => {
    const [places, problem] = await Promise.all(
      ['places', 'problem'].map(async (name) => (await directory.get(`/schema/${name}.xsd`)).text),
    );
    const faults = await validateXml([{ fileName: 'x.xml', contents }], {
      places: places ?? '',
      problem: problem ?? '',
    });
    expect(faults).not.toEqual([]);
  });
});
