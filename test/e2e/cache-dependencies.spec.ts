import { Client as SearchClient } from '@elastic/elasticsearch';
import { Reflector } from '@nestjs/core';
import { Client, type QueryConfig } from 'pg';
import { ACCESS, type RouteAccess } from '../../src/auth/access.js';
import { DeclaredRoutes, type Documentation, DOCUMENTATION } from '../../src/http/routes.js';
import { CacheVersions } from '../../src/response-cache/cache-versions.js';
import { CACHE_POLICY, type CachePolicy } from '../../src/response-cache/cached-decorator.js';
import { serviceConnection } from '../../src/database/connect.js';
import { lists } from '../../src/lists/list-statements.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

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
    const declared = routes.map(({ name, policy }) => [name, [...policy.dependencies].sort()]);
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
      for (const dependency of await record(path, tokens[needsTrust ? 'trusted' : 'maria']))
        dependencies.add(dependency);
    }
    return [...dependencies].sort();
  }

  /** Requests a path. @returns the tables in the plans of its statements, and `index` if Elasticsearch was searched */
  async function record(path: string, token: string): Promise<Set<string>> {
    const dependencies = new Set<string>();
    const search = directory.app.get(SearchClient);
    const onSearch = (_: unknown, result: { meta: { request: { params: { path?: string } } } } | null) => {
      if (result?.meta.request.params.path?.endsWith('/_search')) dependencies.add('index');
    };
    search.diagnostic.on('response', onSearch);
    const queries = jest.spyOn(Client.prototype, 'query');
    const { status } = await directory.get(path, token);
    const statements = queries.mock.calls.filter((_, call) => isOfService(queries.mock.contexts[call]));
    queries.mockRestore();
    search.diagnostic.off('response', onSearch);
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
