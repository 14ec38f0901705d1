import 'reflect-metadata';
import { hash, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Client } from '@elastic/elasticsearch';
import express, { type Request, type Response } from 'express';
import { Histogram } from 'prom-client';
import type * as AppSetup from '../../../src/app.setup.js';
import type * as Policy from '../../../src/auth/token-cache.js';
import type * as Environments from '../../../src/config/environment.js';
import type * as ReadDatabases from '../../../src/database/read-database.js';
import type * as FieldSelection from '../../../src/http/field-selection.js';
import type * as LinksFile from '../../../src/http/links.js';
import type * as Paging from '../../../src/http/response.js';
import type * as RouteParameters from '../../../src/http/parameters.js';
import type * as RequestTarget from '../../../src/http/request-target.js';
import type * as ListReader from '../../../src/lists/list-reader.js';
import type * as Loggers from '../../../src/observability/logger.js';
import { type ElasticsearchQuery } from '../../../src/places/body/elasticsearch-query.js';
import type * as CursorsFile from '../../../src/places/search/cursors.js';
import type * as LandmarkSearchFile from '../../../src/places/search/landmark-search.js';
import type * as LocalitySearchFile from '../../../src/places/search/locality-search.js';
import type * as PlaceFile from '../../../src/places/place.js';
import type * as Plan from '../../../src/places/search/search-planner.js';
import type * as Search from '../../../src/places/search/place-search.js';
import type * as SearchParameters from '../../../src/places/search-parameters.js';
import type * as UserFile from '../../../src/users/user.js';

/** The compiled code, which the service runs: its types are those of the sources. */
function compiled(file: string): unknown {
  return createRequire(__filename)(join(__dirname, '../../../dist', `${file}.js`));
}

const { createApplication } = compiled('app.setup') as typeof AppSetup;
const { readEnvironment } = compiled('config/environment') as typeof Environments;
const { createLogger } = compiled('observability/logger') as typeof Loggers;
const { TokenCache } = compiled('auth/token-cache') as typeof Policy;
const { ReadDatabase } = compiled('database/read-database') as typeof ReadDatabases;
const { SearchPlanner } = compiled('places/search/search-planner') as typeof Plan;
const { Cursors } = compiled('places/search/cursors') as typeof CursorsFile;
const { LandmarkSearch } = compiled('places/search/landmark-search') as typeof LandmarkSearchFile;
const { LocalitySearch } = compiled('places/search/locality-search') as typeof LocalitySearchFile;
const { PlaceSearch } = compiled('places/search/place-search') as typeof Search;
const parametersOfSearch = compiled('places/search-parameters') as typeof SearchParameters;
const { presentPlace } = compiled('places/place') as typeof PlaceFile;
const { userJson, presentUser, presentListedUser } = compiled('users/user') as typeof UserFile;
const { listStatement } = compiled('lists/list-reader') as typeof ListReader;
const { parseQuery, withoutQuery } = compiled('http/request-target') as typeof RequestTarget;
const { paging, readParameters } = compiled('http/parameters') as typeof RouteParameters;
const { pick } = compiled('http/field-selection') as typeof FieldSelection;
const { Links } = compiled('http/links') as typeof LinksFile;
const { listHeader, pageLinks } = compiled('http/response') as typeof Paging;

const { PORT, STEPS = '[]' } = process.env;
const steps = JSON.parse(STEPS) as string[];
const sends = (step: string): boolean => steps.includes(step);

const constant = JSON.stringify({ places: Array.from({ length: 10 }, (_, id) => ({ id, name: 'x'.repeat(600) })) });
const userById = `SELECT ${userJson('users')} AS user FROM users WHERE id = $1`;
const followersOf = listStatement('followers', userJson('listed'), 'LEFT JOIN users AS listed ON listed.id = page.id');
const headers = {
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cache-Control': 'private, no-cache',
  Vary: 'Accept, Accept-Encoding, Prefer',
};

/** What a route sends: a body, and links to other pages. */
type Sent = readonly [body: string | Buffer, links?: string];

/** A bare Express with the functions of the service, as many as the rung has. */
async function serve(): Promise<void> {
  const environment = readEnvironment(process.env);
  // It does not listen. It has the catalogues, tokens and connections of the service.
  const service = await createApplication(environment);
  await service.init();
  const client = service.get(Client);
  const database = service.get(ReadDatabase);
  const tokens = service.get(TokenCache);
  const log = createLogger(environment);
  const durations = new Histogram({
    ...{ name: 'rung_seconds', help: 'Duration', labelNames: ['route', 'method', 'status'], registers: [] },
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const links = new Links(environment.PUBLIC_URL ?? '');
  const caller = { clientId: 'bench-app', userId: undefined, signal: new AbortController().signal };

  const ask = async (body: string): Promise<Buffer> => {
    const connection = client.connectionPool.getConnection({ now: Date.now(), requestId: 1, name: '', context: null });
    if (!connection) throw new Error('There is no node');
    const path = `/${environment.ELASTICSEARCH_INDEX}/_search`;
    const requestHeaders = { 'content-type': 'application/json', accept: 'application/json' };
    const options = { requestId: 1, name: '', context: null, timeout: 30_000 };
    const response = await connection.request({ method: 'POST', path, headers: requestHeaders, body }, options);
    return Buffer.from(response.body as Buffer);
  };
  const searchWith = (run: (body: string) => Promise<Buffer>): Search.PlaceSearch => {
    const searcher = {
      run: async ({ body, read }: ElasticsearchQuery<unknown>) =>
        read(JSON.parse((await run(JSON.stringify({ ...body, timeout: '24000ms' }))).toString()) as never),
    };
    const finders = [service.get(LandmarkSearch), service.get(LocalitySearch)] as const;
    return new PlaceSearch(searcher as never, service.get(SearchPlanner), service.get(Cursors), ...finders);
  };
  const search = searchWith(ask);
  const context = (request: Request) => ({
    baseUrl: environment.PUBLIC_URL ?? '',
    path: withoutQuery(request.url),
    query: parseQuery(request.url),
  });
  const readSearch = ({ url }: Request) => {
    const { values } = readParameters(parseQuery(url), parametersOfSearch.searchParameters, ['wt']);
    return parametersOfSearch.combineSearchParameters(values).value;
  };

  /** The last body of each search, which was made before. */
  const bodies = new Map<string, string>();
  const prepared = async (request: Request): Promise<string> => {
    let body = bodies.get(request.url) ?? '';
    if (body !== '') return body;
    await searchWith((sent) => ask((body = sent))).search(readSearch(request), caller);
    bodies.set(request.url, body);
    return body;
  };
  const places = async (request: Request): Promise<Sent> => {
    if (!sends('parameters and body')) return [await ask(await prepared(request))];
    const asked = readSearch(request);
    const page = await search.search(asked, caller);
    if (!sends('present')) return [JSON.stringify(page.items)];
    const selected = asked.selection ?? parametersOfSearch.DEFAULT_SELECTION;
    const items = page.items.map(({ record, distance }) =>
      pick(presentPlace(record, links, { languages: [], distance }), selected),
    );
    const header = listHeader(context(request), asked, page);
    const { facets } = page;
    const list = { results: { header, facets, places: items } };
    return [
      JSON.stringify(list),
      pageLinks(context(request), asked, header, parametersOfSearch.pagingLimits).join(', '),
    ];
  };
  const user = async (request: Request): Promise<Sent> => {
    const [row] = await database.query<{ user: UserFile.User }[]>(userById, [request.params.userId]);
    if (!row || !sends('present')) return [JSON.stringify(row)];
    return [JSON.stringify({ user: presentUser(row.user, links) })];
  };
  const followers = async (request: Request): Promise<Sent> => {
    const page = sends('parameters and body')
      ? readParameters(parseQuery(request.url), paging, ['wt']).values
      : { rows: 10, start: 0 };
    const { rows = 10, start = 0 } = page;
    const read = await database.query<{ item: UserFile.User; found: string }[]>(followersOf, [
      ...[request.params.userId, rows, start],
    ]);
    if (!sends('present')) return [JSON.stringify(read)];
    const items = read.map(({ item }) => presentListedUser(item, links));
    const header = listHeader(context(request), { rows, start }, { found: Number(read[0]?.found) });
    const sent = JSON.stringify({ userResults: { header, users: items } });
    return [sent, pageLinks(context(request), { rows, start }, header).join(', ')];
  };

  const route = (read: (request: Request) => Promise<Sent>) => async (request: Request, response: Response) => {
    const began = performance.now();
    const principal = sends('token, headers, log, metrics') ? await authenticate(request) : undefined;
    const [text, link] = sends('store') ? await read(request) : [constant];
    const body = Buffer.from(text as string);
    const type = 'application/json; charset=utf-8';
    if (!principal) {
      response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body);
      return;
    }
    const id = randomUUID();
    const etag = `W/"${hash('sha1', body, 'base64url')}"`;
    const own = { 'X-Request-Id': id, 'Content-Type': type, 'Content-Length': body.length, ETag: etag };
    response.writeHead(200, { ...headers, ...own, ...(link !== undefined && { Link: link }) }).end(body);
    const ms = performance.now() - began;
    const { method } = request;
    durations.observe({ route: '/v2/places', method, status: 200 }, ms / 1000);
    const logged = { route: '/v2/places', status: 200, complete: true, ms: Math.round(ms * 10) / 10 };
    log.info({ requestId: id, method, ...logged, client: principal.clientId });
  };
  const authenticate = async ({ headers: { authorization = '' } }: Request) => {
    const token = authorization.slice('Bearer '.length);
    return tokens.fetch(token);
  };

  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false);
  app.get('/v2/places', route(places));
  app.get('/v2/users/:userId', route(user));
  app.get('/v2/users/:userId/followers', route(followers));
  app.listen(Number(PORT), '127.0.0.1');
}

void serve();
