import { setTimeout as delay } from 'node:timers/promises';
import { type NestExpressApplication } from '@nestjs/platform-express';
import passport from 'passport';
import { type Logger } from 'pino';
import { type DataSource } from 'typeorm';
import { createApplication } from '../../src/app.setup.js';
import { BearerStrategy } from '../../src/auth/access.guard.js';
import { type ClientRegistration, ClientStore } from '../../src/auth/client-store.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { readEnvironment } from '../../src/config/environment.js';
import { AreaRefresh, readCityNames } from '../../src/places/areas/area-refresh.js';
import { type CityNames } from '../../src/places/areas/catalogue.js';
import { OutboxRelay } from '../../src/places/search-index/relay.js';
import { IndexLifecycle } from '../../src/places/search-index/lifecycle.js';
import { IndexAdmin } from '../../src/places/search-index/indices.js';
import { maxAgeMs } from '../../src/places/elasticsearch/shared-read.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { ContractCheck } from './contract-check.js';
import { createDatabase, type TestDatabase } from './database.js';
import { type CheckinFields, type FollowFields, type ReviewFields, type UserFields } from './factories.js';
import { insertRows } from './insert-rows.js';
import { insertPlaces } from './place-rows.js';

/** What a directory is filled with, in the order in which one needs the other. */
export interface Contents {
  users?: Partial<UserFields>[];
  follows?: FollowFields[];
  places?: PlaceRecord[];
  checkins?: Partial<CheckinFields>[];
  reviews?: Partial<ReviewFields>[];
}

/** Variables of a directory that caches responses, as it does by default in production. */
export const cacheOn = { RESPONSE_CACHE_SIZE: '64000000' };

/** A response. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body parsed as JSON; undefined if it is not JSON. */
  body: any; // oxlint-disable-line typescript/no-explicit-any -- tests look into it by hand
}

/** Of any directory. */
let lastResponseAt = -Infinity;

/** Kept from the garbage collector. The service would read the file again, for 0.3 s. */
let cityNames: readonly CityNames[] | undefined;

/** The service in this process, over a database and an index of its own. */
export class Directory {
  app!: NestExpressApplication;
  database!: TestDatabase;
  url!: string;
  /** Checks every response against the API description. */
  private contract!: ContractCheck;

  /** Starts the application as main.ts does, on a free port; `variables` override its environment. */
  static async start(variables: NodeJS.ProcessEnv = {}, database?: TestDatabase, logger?: Logger): Promise<Directory> {
    return new Directory().start(variables, database, logger);
  }

  async start(variables: NodeJS.ProcessEnv = {}, database?: TestDatabase, logger?: Logger): Promise<this> {
    this.database = database ?? (await createDatabase());
    this.app = await createApplication(
      readEnvironment({
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        // Tests read their changes at once.
        RESPONSE_CACHE_SIZE: '0',
        // `settle()` reads the cities and districts.
        AREAS_INTERVAL: '86400',
        DATABASE_URL: this.database.url,
        ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL,
        ELASTICSEARCH_INDEX: this.database.name,
        SEARCH_LANGUAGES: 'en,pt',
        ...variables,
      }),
      logger,
    );
    await this.app.listen(0, '127.0.0.1').catch(async (error: unknown) => {
      await this.app.close();
      throw error;
    });
    await this.app.get(IndexLifecycle).ensureLiveIndex();
    this.url = await this.app.getUrl();
    this.contract = new ContractCheck(this.app);
    return this;
  }

  get source(): DataSource {
    return this.database.source;
  }

  /** Fills in rows, and waits until the places are searchable. */
  async add({ users = [], follows = [], places = [], checkins = [], reviews = [] }: Contents): Promise<this> {
    await insertRows(this.source, 'users', users);
    await insertRows(this.source, 'follows', follows);
    await insertPlaces(this.source, places);
    await insertRows(this.source, 'checkins', checkins);
    await insertRows(this.source, 'reviews', reviews);
    if (places.length > 0) await this.settle();
    return this;
  }

  /** Removes all rows, and builds an empty index: deleted documents would still count in scores. */
  async empty(): Promise<void> {
    this.takePassport();
    // The relay reads these tables in another order; once it has nothing to do, no deadlock is possible.
    await this.app.get(OutboxRelay).drain();
    const [{ had_places: hadPlaces } = { had_places: true }] = await this.source.query<{ had_places: boolean }[]>(
      'SELECT EXISTS (SELECT FROM places) AS had_places',
    );
    // Locked in the order in which `AreaTable.versions()` reads them.
    const tables = await this.source.query<{ name: string }[]>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables
       WHERE schemaname = 'public' AND tablename NOT IN ('migrations', 'place_indices', 'secrets') ORDER BY tablename`,
    );
    await this.source.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`);
    if (hadPlaces) await this.app.get(IndexLifecycle).rebuild();
  }

  /** Waits until what changed is searchable. */
  async settle(): Promise<void> {
    cityNames ??= await readCityNames();
    // First, because it notes the places whose areas have changed.
    await this.app.get(AreaRefresh).refresh();
    await this.settleIndex();
  }

  /** The same, but cities, districts and categories stay as they were last read. So it is right after an import. */
  async settleIndex(): Promise<void> {
    await this.app.get(OutboxRelay).drain();
    await this.app.get(IndexAdmin).refresh([this.database.name]);
    // What requests have read until now is not used any more.
    await delay(Math.max(0, lastResponseAt + maxAgeMs - performance.now()));
  }

  /** Registers clients by id. They are confidential, without grants and redirect URIs, unless the fields say otherwise. */
  async addClients(
    clients: Record<string, Partial<ClientRegistration>>,
    shared: Partial<ClientRegistration> = {},
  ): Promise<void> {
    const usual = { name: 'Test', grants: [], redirectUris: [], trusted: false, public: false };
    for (const [id, client] of Object.entries(clients)) {
      await this.app.get(ClientStore).register({ ...usual, ...shared, ...client, id });
    }
  }

  /** A token of a client that is made for it: an application token, or a user token when a user is given. */
  async token(kind: 'application' | 'trusted' | { user: string } = 'application'): Promise<string> {
    const trusted = kind === 'trusted';
    const clientId = trusted ? 'test-trusted' : 'test-app';
    if (!(await this.app.get(ClientStore).find(clientId))) {
      const grants = ['client_credentials', 'password'];
      await this.addClients({ [clientId]: { secret: `${clientId}-secret`, grants, trusted } });
    }
    return this.app.get(TokenStore).issue({
      clientId,
      scope: trusted ? ['read', 'trust'] : ['read'],
      lifetime: 3600,
      ...(typeof kind === 'object' && { userId: kind.user }),
    });
  }

  /** @param token sent as a bearer token when given */
  async get(path: string, token?: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.request(path, {
      headers: { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...headers },
    });
  }

  async request(path: string, init: RequestInit): Promise<Answer> {
    this.takePassport();
    const response = await fetch(`${this.url}${path}`, { redirect: 'manual', ...init });
    const text = await response.text();
    lastResponseAt = performance.now();
    const { status, headers } = response;
    this.contract.check({
      method: init.method ?? 'GET',
      address: path,
      status,
      contentType: headers.get('content-type'),
      text,
    });
    return { status, headers, text, body: parse(text) };
  }

  /** Passport is one for all applications of a process, and asks the token cache of the one that took it last. */
  private takePassport(): void {
    passport.use('bearer', this.app.get(BearerStrategy));
  }

  /** Stops the application and removes its index and, unless it is kept for another, its database. */
  async stop({ keepDatabase = false } = {}): Promise<void> {
    const index = this.app.get(IndexAdmin);
    const made = keepDatabase ? [] : await index.listAll();
    await Promise.all(made.map((name) => index.drop(name)));
    await this.app.close();
    if (!keepDatabase) await this.database.drop();
    await this.contract.finish();
  }
}

/** The headers of a response, except those of a single request. */
export function repeatableHeaders({ headers }: Answer): Record<string, string> {
  const single = new Set(['x-request-id', 'date', 'connection', 'keep-alive']);
  return Object.fromEntries([...headers].filter(([name]) => !single.has(name)));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
