import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Client as SearchClient } from '@elastic/elasticsearch';
import { Reflector } from '@nestjs/core';
import { Client, type QueryConfig } from 'pg';
import { DocumentedRoutes, Contract } from '../../src/api-docs/contract.js';
import { type OpenApiDocument, type ApiResponse, type Examples } from '../../src/api-docs/openapi/document.js';
import { ACCESS, type RouteAccess } from '../../src/auth/access.js';
import { serviceConnection } from '../../src/database/connect.js';
import { type JsonSchema } from '../../src/http/parameters.js';
import { type ProblemCode } from '../../src/http/problems.js';
import { DeclaredRoutes, type Documentation, DOCUMENTATION } from '../../src/http/routes.js';
import { PROBLEM_NAMESPACE, type Value, writeXml } from '../../src/http/xml.js';
import { lists } from '../../src/lists/list-reader.js';
import { CacheVersions, CACHE_POLICY, type CachePolicy } from '../../src/response-cache/dependencies.js';
import { DocumentValidator } from '../support/document-validator.js';
import { expectGolden } from '../support/golden.js';
import { registeredRoutes } from '../support/routes.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';
import { validateXml } from '../support/validate-xml.js';

/** Those that differ from the recommended rules of Redocly. */
const rules = {
  // `me` and `fields` are no identifiers; pages have no errors of their own.
  'no-ambiguous-paths': 'off',
  'operation-4xx-response': 'off',
  'info-contact': 'error',
  'operation-description': 'error',
  'operation-tag-defined': 'error',
  'path-params-defined': 'error',
  'rule/info-has-description': { subject: { type: 'Info' }, assertions: { required: ['description'] } },
  'rule/operation-has-tags': {
    subject: { type: 'Operation', property: 'tags' },
    assertions: { defined: true, minLength: 1 },
  },
  'rule/operation-has-success': {
    subject: { type: 'Responses' },
    assertions: { requireAny: ['200', '201', '204', '303'] },
  },
  'rule/array-has-items': {
    subject: { type: 'Schema' },
    where: [{ subject: { type: 'Schema', property: 'type' }, assertions: { const: 'array', defined: true } }],
    assertions: { requireAny: ['items', 'prefixItems'] },
  },
  'rule/text-has-no-eval': {
    subject: { type: 'any', property: ['description', 'title'] },
    assertions: { notPattern: '/eval\\(/' },
  },
} as const;

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
    const config = await createConfig({ extends: ['recommended'], rules });
    const source = (await directory.get('/openapi.json')).text;
    const problems = await lintFromString({ source, config });
    const found = problems.map(({ ruleId, message, location }) => `${ruleId} ${message} ${location[0]?.pointer ?? ''}`);
    expect(found).toEqual([]);
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

const file = resolve('src/api-docs/openapi/examples.json');
const baseUrl = 'https://api.example.org';

/** Requests that go wrong, each by what it is told. */
const wrong: Partial<Record<ProblemCode, string>> = {
  invalid_parameter: '/v2/places?rows=51&sort=citi',
  token_missing: '/v2/places',
  token_invalid: '/v2/places',
  token_kind: '/v2/users/me',
  user_not_found: '/v2/users/nobody',
  not_following: '/v2/users/joao/following/joao',
  email_not_found: '/v2/users/nobody%40example.com/verify',
  place_not_found: '/v2/places/nowhere',
  review_not_found: '/v2/reviews/none',
  category_not_found: '/v2/categories/none',
  not_acceptable: '/v2/places',
};

/** Writes an example as XML, following the XML names in its schema. */
function asXml(media: string, schema: JsonSchema, value: Value): string {
  if (media === 'application/problem+xml') return writeXml('problem', value, PROBLEM_NAMESPACE);
  return writeXml((schema as { xml: { name: string } }).xml.name, value);
}

describe('the examples in /openapi.json', () => {
  const commandLine = useCommandLine(['seed', '--small']);
  const { directory, tokens } = useDirectory({
    env: { PUBLIC_URL: baseUrl },
    over: commandLine,
    fill: (directory) => directory.settle(),
    tokens: ['application', 'joao', 'trusted'],
  });

  const responses = async (): Promise<Examples['responses']> => {
    const byOperation: Examples['responses'] = {};
    for (const { access, documentation } of directory.app.get(DocumentedRoutes).all()) {
      // Only JSON and XML have examples.
      if (!documentation.response) continue;
      const kinds = access?.public === false ? access.kinds : [];
      for (const [name, path] of Object.entries(documentation.examples ?? {})) {
        const { status, body } = await directory.get(path, tokens[kinds.includes('trusted') ? 'trusted' : 'joao']);
        expect([path, status]).toEqual([path, 200]);
        (byOperation[documentation.id] ??= {})[name] = body;
      }
    }
    return byOperation;
  };

  const problems = async (): Promise<Examples['problems']> => {
    const byCode: Examples['problems'] = {};
    for (const [code, path] of Object.entries(wrong)) {
      const token = { token_missing: undefined, token_invalid: 'expired', token_kind: tokens.application }[code];
      const isToken = code.startsWith('token_');
      const headers = { 'X-Request-Id': 'example', ...(code === 'not_acceptable' && { Accept: 'image/png' }) };
      const usual = code === 'email_not_found' ? tokens.trusted : tokens.joao;
      const { body } = await directory.get(path, isToken ? token : usual, headers);
      expect(body.code).toBe(code);
      byCode[code as ProblemCode] = body;
    }
    return byCode;
  };

  it('are what the service answers over its demonstration data without the island', async () => {
    const text = `${JSON.stringify({ baseUrl, responses: await responses(), problems: await problems() }, null, 2)}\n`;
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it('fit their schemas in JSON and XML', async () => {
    const contract = directory.app.get(Contract);
    const document = contract.document();
    const validator = new DocumentValidator(document);
    const inXml: { fileName: string; contents: string }[] = [];
    let inJson = 0;
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [status, response] of Object.entries(operations.get?.responses ?? {})) {
        for (const [media, { schema, examples }] of Object.entries((response as ApiResponse).content ?? {})) {
          for (const { value } of Object.values(examples ?? {})) {
            const at = validator.find('GET', path, Number(status), media) ?? '';
            validator.validate(at, value, { method: 'GET', address: path });
            if (media.endsWith('json')) inJson += 1;
            else inXml.push({ fileName: path, contents: asXml(media, schema, value as Value) });
          }
        }
      }
    }
    expect(
      await validateXml(inXml, { places: contract.placesXsd(directory.url), problem: contract.problemXsd() }),
    ).toEqual([]);
    expect(inJson).toBe(inXml.length);
    expect(inJson).toBeGreaterThan(20);
  });
});

interface CachedRoute {
  name: string;
  policy: CachePolicy;
  access: RouteAccess;
  /** Paths of example requests over the demonstration data. */
  examples: string[];
}

/** A node of PostgreSQL's plan, as `EXPLAIN (FORMAT JSON)` writes it. Other members have the conditions, as texts. */
interface PlanNode {
  'Relation Name'?: string;
  Plans?: PlanNode[];
  [other: string]: unknown;
}

/**
 * A cached response is served until one of its declared dependencies changes. A dependency that is missing from `@Cached`
 * serves outdated responses for up to 30 s. This suite requests the examples of every cached route, and takes the tables
 * from the plans of its statements.
 */
describe('the dependencies of cached routes', () => {
  const commandLine = useCommandLine(['seed', '--small']);
  const { directory, tokens } = useDirectory({
    over: commandLine,
    // The guard counts requests, whether the response is cached or not.
    env: { QUOTAS: 'email_check=none' },
    fill: (directory) => directory.settle(),
    tokens: ['maria', 'trusted'],
  });

  beforeAll(async () => {
    // Later requests find their token in memory, and read no tables for it.
    for (const token of Object.values(tokens)) await directory.get('/v2/places?rows=0', token);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('are exactly the tables that its statements read, and the index if it searches', async () => {
    // With unknown versions, nothing that an earlier request has read is remembered.
    jest.spyOn(directory.app.get(CacheVersions), 'of').mockReturnValue(undefined);
    const routes = cachedRoutes();
    // Kinds are read in memory: invalidation.spec.ts tests them.
    const dependenciesIn = ({ dependencies }: CachePolicy) => dependencies.filter((name) => name !== 'kinds').sort();
    const declared = routes.map(({ name, policy }) => [name, dependenciesIn(policy)]);
    const read = [];
    for (const route of routes) read.push([route.name, await dependenciesOf(route)]);
    expect(routes.length).toBeGreaterThan(10);
    expect(declared).toEqual(read);
  });

  function cachedRoutes(): CachedRoute[] {
    const reflector = directory.app.get(Reflector);
    return directory.app
      .get(DeclaredRoutes)
      .all()
      .flatMap(({ name, handler }) => {
        const policy = reflector.get<CachePolicy | undefined>(CACHE_POLICY, handler);
        const { examples } = reflector.get<Documentation>(DOCUMENTATION, handler);
        const access = reflector.get<RouteAccess>(ACCESS, handler);
        return policy ? [{ name, policy, access, examples: Object.values(examples ?? {}) }] : [];
      });
  }

  async function dependenciesOf({ name, access, examples }: CachedRoute): Promise<string[]> {
    const needsTrust = !access.public && access.kinds.includes('trusted');
    const dependencies = new Set<string>();
    expect([name, examples]).toEqual([name, expect.arrayContaining([expect.any(String)])]);
    for (const path of examples) {
      let read: Set<string>;
      // While the cache of tokens is off, or has forgotten the token, a request reads it.
      do read = await record(path, tokens[needsTrust ? 'trusted' : 'maria']);
      while (read.has('access_tokens'));
      for (const dependency of read) dependencies.add(dependency);
    }
    return [...dependencies].sort();
  }

  /** Requests a path. @returns the tables in the plans of its statements, and `index` if Elasticsearch was searched */
  async function record(path: string, token: string): Promise<Set<string>> {
    const dependencies = new Set<string>();
    const requests = jest.spyOn(directory.app.get(SearchClient).transport, 'request');
    const queries = jest.spyOn(Client.prototype, 'query');
    const { status } = await directory.get(path, token);
    const statements = queries.mock.calls.filter((_, call) => isOfService(queries.mock.contexts[call]));
    queries.mockRestore();
    if (requests.mock.calls.some(([{ path: address }]) => address.endsWith('/_search'))) dependencies.add('index');
    requests.mockRestore();
    expect([path, status]).toEqual([path, 200]);
    for (const [statement, parameters] of statements as unknown as [string | QueryConfig, unknown[]][]) {
      const { text, values = [] } = typeof statement === 'string' ? { text: statement, values: parameters } : statement;
      for (const table of await tablesOf(text, values)) dependencies.add(table);
    }
    return dependencies;
  }

  async function tablesOf(statement: string, parameters: unknown[]): Promise<string[]> {
    const rows = await directory.source.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]>(
      `EXPLAIN (FORMAT JSON) ${statement}`,
      parameters,
    );
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => relationsOf(Plan)));
  }
});

/** Whether a connection serves requests. Work in the background uses other connections. */
function isOfService(client: unknown): boolean {
  const { connectionParameters } = client as { connectionParameters: { application_name: string } };
  return connectionParameters.application_name === serviceConnection.application_name;
}

function relationsOf({ Plans: plans = [], ...node }: PlanNode): string[] {
  const relation = node['Relation Name'];
  const own = relation === 'list_sizes' ? countedTables(node) : relation === undefined ? [] : [relation];
  return [...own, ...plans.flatMap(relationsOf)];
}

/**
 * The tables that a scan of `list_sizes` counts: those of the lists in its conditions, or all. The table sends no
 * notifications of its own, because its triggers write it in the transactions that change the counted tables.
 */
function countedTables(node: Omit<PlanNode, 'Plans'>): string[] {
  const conditions = JSON.stringify(node);
  const named = Object.entries(lists).filter(([name]) => new RegExp(`\\b${name}\\b`).test(conditions));
  return (named.length > 0 ? named : Object.entries(lists)).map(([, { table }]) => table);
}
