import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request as ask } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { Client } from 'pg';
import { freePort } from '../../dev/services/free-port.js';
import { runSql } from '../../dev/services/sql.js';
import { type Finding } from '../../src/cli/doctor/finding.js';
import { Cleanup } from '../../src/oauth/cleanup.js';
import { AreaRefresh } from '../../src/places/areas/area-refresh.js';
import { IndexLifecycle } from '../../src/places/search-index/lifecycle.js';
import { runCommand } from '../support/command-line.js';
import { CompiledService, compiledFolder } from '../support/compiled-service.js';
import { createDatabase, type TestDatabase } from '../support/database.js';
import { Directory } from '../support/directory.js';
import { elasticsearch } from '../support/elasticsearch.js';
import { waitUntil } from '../support/retry.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { useDatabase } from '../support/use-database.js';

describe('the start of the service', () => {
  it('rejects a database whose tables are missing or old, at once', async () => {
    const database = await createDatabase();
    const { name, source } = database;
    const where = `/${name} \\(DATABASE_URL\\)`;
    // The other pool of the service ends later, and would retry for half a minute if the schema changed under it.
    const isLeft = async (): Promise<boolean> => {
      const connections = await source.query<object[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name ~ 'service|background'`,
      );
      return connections.length === 0;
    };
    await source.query('DELETE FROM migrations');
    await expect(Directory.start({}, database)).rejects.toThrow(
      new RegExp(`${where} lacks the migration \\w+: run \`migrate\` first\\.$`),
    );
    await waitUntil(isLeft, 5);
    await source.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await expect(Directory.start({}, database)).rejects.toThrow(
      new RegExp(`${where} lacks the migration Quotas\\d+: run \`migrate\` first\\.$`),
    );
    await waitUntil(isLeft, 5);
    await database.drop();
  });

  it('says what prevents it without stacks, and as an error only what ends it', async () => {
    const database = await createDatabase();
    await database.source.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    let connections = 0;
    const proxy = await startTcpProxy(database.url, (client) => {
      connections += 1;
      // The first one of each pool.
      if (connections <= 2) client.destroy();
    });
    const variables = { DATABASE_URL: proxy.url, PUBLIC_URL: 'https://places.example.org', NODE_ENV: 'production' };
    const start = CompiledService.start(await freePort(), variables).then((service) => service.stop(), String);
    const output = String(await start);
    proxy.disconnect();
    await database.drop();
    const lines = output.split('\n').slice(1, -1);
    const isLogged = (line: string) => line.startsWith('{');
    const logged = lines.filter(isLogged).map((line) => JSON.parse(line) as Record<string, unknown>);
    const faults = logged.filter(({ level }) => Number(level) > 30);
    expect(faults.length).toBeGreaterThanOrEqual(2);
    expect(faults.filter(({ level, stack }) => level !== 40 || stack !== undefined)).toEqual([]);
    expect(lines.filter((line) => !isLogged(line))).toEqual([
      expect.stringMatching(/^The database \S+ \(DATABASE_URL\) lacks the migration \w+: run/u),
    ]);
  });

  it('takes a database that is newer', async () => {
    const database = await createDatabase();
    await database.source.query(
      "INSERT INTO migrations (timestamp, name) VALUES (9990000000000, 'Later9990000000000')",
    );
    const directory = await Directory.start({}, database);
    expect((await directory.get('/v2/categories', await directory.token())).status).toBe(200);
    await directory.stop();
  });
});

describe('the address on which the service listens', () => {
  const database = useDatabase();
  const all = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses);
  const outside = all.find(({ family, internal }) => family === 'IPv4' && !internal);
  /** Another address of this machine than 127.0.0.1. On Linux all of 127.0.0.0/8 are. */
  const another = outside?.address ?? '127.0.0.2';

  const accepts = (host: string, port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, host);
      const end = (accepted: boolean) => {
        socket.destroy();
        resolve(accepted);
      };
      socket.on('connect', () => {
        end(true);
      });
      socket.on('error', () => {
        end(false);
      });
    });

  it.each([
    ['127.0.0.1 by default', {}, false],
    ['all in production', { NODE_ENV: 'production', PUBLIC_URL: 'https://places.example.org' }, true],
  ])('is %s, for both ports', async (_, variables: NodeJS.ProcessEnv, isOpen) => {
    const [port, adminPort] = [await freePort(), await freePort()];
    const service = await CompiledService.start(port, {
      DATABASE_URL: database.url,
      ELASTICSEARCH_INDEX: database.name,
      ADMIN_PORT: String(adminPort),
      ...variables,
    });
    for (const each of [port, adminPort])
      expect([await accepts('localhost', each), await accepts(another, each)]).toEqual([true, isOpen]);
    await service.stop();
  });
});

describe('a role of the database', () => {
  let database: TestDatabase;
  let role: string;
  let started: Directory | undefined;

  beforeAll(async () => {
    database = await createDatabase();
    // Quoted in statements.
    role = `${database.name}-Service`;
    await database.source.query(`CREATE ROLE "${role}" LOGIN PASSWORD 'x'`);
    // A user of a fresh database may use the schema `public` by default.
    await database.source.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
    expect(await runCommand(database, ['seed', '--small'])).toMatchObject({ status: 0 });
  }, 60_000);

  afterEach(async () => {
    await started?.app.close();
    started = undefined;
  });

  afterAll(async () => {
    await database.source.query(`DROP OWNED BY "${role}"`);
    await runCommand(database, ['reindex']);
    const { name, source } = database;
    const indices = await source.query<{ name: string }[]>('SELECT name FROM place_indices');
    for (const index of indices) await fetch(`${process.env.ELASTICSEARCH_URL}/${index.name}`, { method: 'DELETE' });
    await database.drop();
    const server = await new DataSource({ type: 'postgres', url: process.env.DATABASE_URL ?? '' }).initialize();
    await server.query(`DROP ROLE "${name}-Service"`);
    await server.destroy();
  });

  async function start(): Promise<Directory> {
    const url = Object.assign(new URL(database.url), { username: role, password: 'x' }).href;
    started = await Directory.start({ DATABASE_URL: url, OLD_CLIENTS: 'password-grant' }, database);
    return started;
  }

  const faultOfStart = () =>
    start().then(
      () => '',
      (error: unknown) => (error as Error).message,
    );

  async function grant(message: string): Promise<string[]> {
    const statements = message.split('\n').filter((line) => line.startsWith('GRANT '));
    for (const statement of statements) await database.source.query(statement);
    return statements;
  }

  const tokenOf = (directory: Directory, form: Record<string, string>) =>
    directory.request('/v2/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'demo-trusted', client_secret: 'demo-trusted-secret', ...form }),
    });

  it('that lacks rights stops the start at once, and the SQL of the message is all that is needed', async () => {
    const started = performance.now();
    const message = await faultOfStart();
    expect(performance.now() - started).toBeLessThan(5000);
    expect(message).toContain(`/${database.name} (DATABASE_URL) denies its role "${role}" what the service needs.`);
    expect((await grant(message)).sort()).toEqual([
      expect.stringMatching(/^GRANT SELECT ON TABLE public\.\w+/),
      expect.stringMatching(/^GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE public\.\w+/),
      expect.stringMatching(/^GRANT SELECT, UPDATE ON TABLE public\.\w+/),
      expect.stringMatching(/^GRANT USAGE ON SCHEMA public TO "/),
      expect.stringMatching(/^GRANT USAGE ON SEQUENCE public\.\w+, public\.\w+ TO "/),
    ]);
    const directory = await start();
    const health = await directory.get('/health/ready');
    expect([health.status, health.body.status]).toEqual([200, 'ok']);
    // Whatever the service writes.
    const password = { grant_type: 'password', username: 'maria@example.com', password: 'demo-password' };
    expect((await tokenOf(directory, { grant_type: 'client_credentials' })).status).toBe(200);
    expect((await tokenOf(directory, { ...password, password: 'wrong' })).status).toBe(400);
    const issued = await tokenOf(directory, password);
    expect(issued.status).toBe(200);
    const { access_token, refresh_token } = issued.body as { access_token: string; refresh_token: string };
    expect((await tokenOf(directory, { grant_type: 'refresh_token', refresh_token })).status).toBe(200);
    expect((await directory.get('/v2/users/me', access_token)).status).toBe(200);
    await directory.app.get(Cleanup).run();
    await database.source.query(`UPDATE access_tokens SET expires = now() - interval '2 hours'; DELETE FROM job_runs`);
    expect(await directory.app.get(Cleanup).run()).toBeGreaterThan(0);
    await directory.app.get(AreaRefresh).refresh();
    await directory.app.get(IndexLifecycle).rebuild();
    const { body } = await tokenOf(directory, { grant_type: 'client_credentials' });
    await database.source.query("UPDATE places SET name = 'Outro nome' WHERE id = 'masp'");
    await waitUntil(async () => {
      const found = await directory.get('/v2/places?q=outro+nome', body.access_token as string);
      return found.body?.results?.header.found === 1;
    }, 10);
  }, 60_000);

  it('that may not migrate is told which migration is missing', async () => {
    const { source } = database;
    try {
      await source.query("UPDATE migrations SET name = 'x' || name WHERE name LIKE 'Quotas%'");
      expect(await faultOfStart()).toContain('lacks the migration Quotas');
    } finally {
      await source.query("UPDATE migrations SET name = substr(name, 2) WHERE name LIKE 'xQuotas%'");
    }
    try {
      await source.query('ALTER TABLE migrations RENAME TO other');
      expect(await faultOfStart()).toContain('lacks the migration Quotas');
    } finally {
      await source.query('ALTER TABLE other RENAME TO migrations');
    }
  }, 30_000);

  it('that lacks one right is told what the service needs of the table', async () => {
    await database.source.query(`REVOKE INSERT ON access_tokens FROM "${role}"`);
    const message = await faultOfStart();
    expect(await grant(message)).toEqual([
      `GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE public.access_tokens TO "${role}";`,
    ]);
  }, 30_000);

  it.each([
    ['loses a right', 'REVOKE UPDATE ON attempts FROM', 'GRANT UPDATE ON attempts TO', ''],
    ['becomes read-only', 'ALTER ROLE', 'ALTER ROLE', 'default_transaction_read_only'],
  ])(
    'that %s while the service runs is not ready, until that ends',
    async (_, take, give, setting) => {
      const directory = await start();
      const change = async (statement: string, value: string) => {
        await database.source.query(`${statement} "${role}"${setting === '' ? '' : ` SET ${setting} = ${value}`}`);
        // A setting of a role applies to new connections.
        if (setting !== '')
          await database.source.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [
            role,
          ]);
      };
      const becomes = (status: number) =>
        waitUntil(async () => (await directory.get('/health/ready')).status === status, 10);
      await becomes(200);
      await change(take, 'on');
      await becomes(503);
      expect((await directory.get('/health/ready')).body).toMatchObject({
        status: 'unavailable',
        postgresql: 'down',
        reason: 'PostgreSQL denies writes.',
      });
      expect((await directory.get('/health/live')).status).toBe(200);
      await change(give, 'off');
      await becomes(200);
      expect((await directory.get('/health/ready')).body.reason).toBeUndefined();
    },
    30_000,
  );
});

describe('the roles of k8s/overlays/production', () => {
  const server = process.env.DATABASE_URL ?? '';
  const name = `test_${randomBytes(6).toString('hex')}`;
  const [owner, service] = [`${name}_owner`, `${name}_service`];
  const urlOf = (role: string) =>
    Object.assign(new URL(server), { pathname: `/${name}`, username: role, password: 'x' }).href;
  const database = { name, url: urlOf(service) } as TestDatabase;
  let folder: string;
  let directory: Directory | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'roles-'));
    // As CloudNativePG does: the owner, its database, and then these statements as the superuser.
    await runSql(server, `CREATE ROLE ${owner} LOGIN PASSWORD 'x'`);
    await runSql(server, `CREATE DATABASE ${name} OWNER ${owner}`);
    const manifest = readFileSync(join(__dirname, '../../k8s/overlays/production/postgresql.yaml'), 'utf8');
    const [, list = ''] = /postInitApplicationSQL:\n((?: {8,}.*\n)+)/.exec(manifest) ?? [];
    const statements = list
      .split(/^ {8}- (?:>-\n)?/m)
      .map((statement) => statement.replace(/\s+/g, ' ').trim())
      .filter(Boolean);
    expect(statements).toHaveLength(3);
    const superuser = await new DataSource({
      type: 'postgres',
      url: Object.assign(new URL(server), { pathname: `/${name}` }).href,
    }).initialize();
    for (const statement of statements)
      await superuser.query(
        statement.replace(/\bplace_directory_service\b/g, service).replace(/\bplace_directory\b/g, owner),
      );
    await superuser.destroy();
    await runSql(server, `ALTER ROLE ${service} LOGIN PASSWORD 'x'`);
  });

  afterAll(async () => {
    await directory?.app.close();
    const indices = await runSql<{ name: string }>(urlOf(service), 'SELECT name FROM place_indices');
    for (const index of indices) await elasticsearch(index.name, 'DELETE');
    await runSql(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await runSql(server, `DROP ROLE ${service}`);
    await runSql(server, `DROP ROLE ${owner}`);
    rmSync(folder, { recursive: true });
  });

  it('let the owner migrate, and the other role run the service and all commands', async () => {
    const run = async (...args: string[]) => {
      const result = await runCommand(database, args);
      const { status, messages } = result;
      expect({ args, messages, status }).toMatchObject({ status: 0 });
      return result;
    };
    expect((await runCommand(database, ['migrate'])).messages).toContain('permission denied');
    // The migration does not connect to Elasticsearch.
    const asOwner = { DATABASE_URL: urlOf(owner), ELASTICSEARCH_URL: 'https://127.0.0.1:9' };
    expect(await runCommand(database, ['migrate'], asOwner)).toMatchObject({ status: 0 });
    await run('seed', '--small');
    directory = await Directory.start({}, database);
    const health = await directory.get('/health/ready');
    expect([health.status, health.body.status]).toEqual([200, 'ok']);
    const token = await directory.token('trusted');
    expect((await directory.get('/v2/places?q=masp', token)).body.results.header.found).toBeGreaterThan(0);
    await directory.app.get(AreaRefresh).refresh();
    await directory.app.get(Cleanup).run();
    for (const kind of ['categories', 'places', 'users', 'follows', 'checkins', 'reviews']) {
      const file = join(folder, `${kind}.ndjson`);
      await run('export', kind, '--output', file);
      await run('import', kind, file);
    }
    const edition = join(folder, 'edition.ndjson');
    for (const id of ['a', 'b']) {
      writeFileSync(edition, JSON.stringify({ id, name: 'Biblioteca' }));
      await run('import', 'places', '--replace-source', 'Libraries', '--max-deleted-percent', '100', edition);
    }
    await run('reindex');
    await run('index', 'verify');
    await run('recount');
    await run('clients', 'create', '--id', 'app', '--name', 'App');
    await run('clients', 'disable', 'app');
    await run('audit', 'list');
    const findings = JSON.parse((await run('doctor', '--json')).output) as Finding[];
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'postgresql permissions',
        status: 'ok',
        detail: expect.stringContaining('another role'),
      }),
    );
  }, 120_000);
});

interface Answered {
  status: number;
  connection: string | undefined;
}

describe('SIGTERM', () => {
  let service: CompiledService;

  const database = useDatabase();

  beforeEach(async () => {
    service = await CompiledService.start(await freePort(), {
      DATABASE_URL: database.url,
      ELASTICSEARCH_INDEX: database.name,
      SHUTDOWN_DRAIN: '1',
    });
  });

  afterEach(() => service.stop());

  function get(path: string, agent?: Agent): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const request = ask(`${service.url}${path}`, { agent }, (response) => {
        response.resume().on('end', () => {
          resolve({ status: response.statusCode ?? 0, connection: response.headers.connection });
        });
      });
      request.on('error', reject).end();
    });
  }

  /** Whether the service has heard of the signal. */
  async function drains(): Promise<void> {
    while ((await get('/health/ready')).status !== 503) await pause(20);
  }

  it('lets what is in flight end, and leaves with exit code 0', async () => {
    // As every compiled service, it has the files that the code reads.
    expect((await get('/explore/pictures/bar-1.svg')).status).toBe(200);
    expect(existsSync(join(compiledFolder(), 'cli/seed/data/island/places.ndjson.gz'))).toBe(true);
    const blocker = new Client({ connectionString: database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE clients');
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'x', client_secret: 'y' });
    const inFlight = fetch(`${service.url}/v2/oauth/token`, { method: 'POST', body });
    await pause(100);
    // A busy database may have refused the first connection of the start, which is logged.
    const { length } = service.output;
    service.process.kill('SIGTERM');
    await drains();
    await blocker.query('ROLLBACK');
    await blocker.end();
    const answer = await inFlight;
    expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'close']);
    expect(await service.ended()).toEqual([0, null]);
    expect(service.output.slice(length)).not.toMatch(/"level":[56]0/);
  });

  it('goes on answering for a while, each time with the end of the connection, and no busy one holds it', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 4 });
    expect((await get('/health/live', agent)).connection).toBe('keep-alive');
    let signalled = false;
    const after: Answered[] = [];
    // Each client continues until an error. Queued connections are served, so that the error is the first refused connection.
    const clients = Array.from({ length: 4 }, async () => {
      for (;;) {
        try {
          const answer = await get('/v2/places', agent);
          if (signalled) after.push(answer);
        } catch (error) {
          return (error as NodeJS.ErrnoException).code;
        }
      }
    });
    service.process.kill('SIGTERM');
    await drains();
    signalled = true;
    expect(await Promise.all(clients)).toEqual(Array.from({ length: 4 }, () => 'ECONNREFUSED'));
    expect(await service.ended()).toEqual([0, null]);
    expect(after.length).toBeGreaterThan(10);
    expect(after.every(({ status }) => status === 401)).toBe(true);
    expect(after.slice(4).every(({ connection }) => connection === 'close')).toBe(true);
  });
});
