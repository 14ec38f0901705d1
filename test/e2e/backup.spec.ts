import { execFile, spawnSync, execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { postgresPrograms, startEmbeddedPostgres } from '../../dev/services/embedded-postgres.js';
import { type EmbeddedService } from '../../dev/services/running-service.js';
import { runSql } from '../../dev/services/sql.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { connect } from '../../src/database/connect.js';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { DatabaseProbe } from '../../src/database/database-checks.js';
import { Listener } from '../../src/database/listener.js';
import { type CommandLine, runCommand } from '../support/command-line.js';
import { Directory } from '../support/directory.js';
import { aUser } from '../support/factories.js';
import { NOTIFICATION_SECONDS, getWithRetry, waitUntil } from '../support/retry.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

const run = promisify(execFile);
const major = Number(/ (\d+)/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout)?.[1] ?? 0);

const page = readFileSync(join(__dirname, '../../docs/operations/backup-and-restore.md'), 'utf8');

interface BackupTool {
  name: string;
  backUp(commandLine: CommandLine, restored: string): Promise<void>;
  restore(commandLine: CommandLine, restored: string): Promise<void>;
}

/** As docs/operations/backup-and-restore.md says. */
const dump: BackupTool = {
  name: 'pg_dump',
  backUp: async ({ database, folder }) => {
    await run('pg_dump', ['--format=custom', `--file=${join(folder, 'directory.dump')}`, database.url]);
  },
  restore: async ({ database, folder }, restored) => {
    await database.source.query(`CREATE DATABASE ${restored}`);
    const target = `--dbname=${urlOf(database.url, restored)}`;
    await run('pg_restore', ['--no-owner', '--exit-on-error', target, join(folder, 'directory.dump')]);
  },
};

/** The replacement where pg_dump is missing or older than the server. */
const copy: BackupTool = {
  name: 'a copy of the database (pg_dump 18 is missing)',
  backUp: async ({ database }, restored) => {
    await database.source.destroy();
    const client = new Client({ connectionString: urlOf(database.url, 'postgres') });
    await client.connect();
    // Sessions end some time after their connections. A database with sessions cannot be copied.
    const inside = `SELECT FROM pg_stat_activity WHERE datname = '${database.name}' AND backend_type = 'client backend'`;
    await waitUntil(async () => (await client.query(inside)).rowCount === 0, 30);
    await client.query(`CREATE DATABASE ${restored} TEMPLATE ${database.name}`);
    await client.end();
    await database.source.initialize();
  },
  restore: () => Promise.resolve(),
};

function urlOf(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

const tool = major >= 18 ? dump : copy;

describe(`a backup by ${tool.name}`, () => {
  let restored: string;
  let before: string[];
  let token: string;

  // Runs before the command line stops.
  afterAll(() => commandLine.query(`DROP DATABASE IF EXISTS ${restored} WITH (FORCE)`));

  const commandLine = useCommandLine(['seed', '--small']);

  const paths = [
    '/v2/places?q=mercado&fl=*,openingHours',
    '/v2/places?sort=name&rows=50',
    '/v2/places/masp',
    '/v2/users/me',
    '/v2/users/maria/places/reviews',
  ];
  const settings = { PUBLIC_URL: 'https://places.example.org', SEARCH_TIMEOUT: '20000' };

  const responsesOf = async (directory: Directory): Promise<string[]> => {
    const responses: string[] = [];
    for (const path of paths) {
      const { status, text } = await getWithRetry(directory, path, token);
      responses.push(`${status} ${text}`);
    }
    return responses;
  };

  beforeAll(async () => {
    restored = `${commandLine.database.name}_restored`;
    const directory = await Directory.start(settings, commandLine.database);
    await directory.settle();
    token = await directory.token({ user: 'maria' });
    const session =
      "INSERT INTO sessions (digest, user_id, expires) VALUES ('session', 'maria', now() + interval '1 day')";
    await directory.source.query(session);
    before = await responsesOf(directory);
    await directory.stop({ keepDatabase: true });
    await tool.backUp(commandLine, restored);
    // Changes after the backup: in the index, but not in the restored database.
    expect(await commandLine.import('places', [{ id: 'late', name: 'Mercado Tardio' }])).toMatchObject({ status: 0 });
    await commandLine.query("DELETE FROM places WHERE id = 'masp'");
    await tool.restore(commandLine, restored);
  }, 60_000);

  /** The commands of the page, in its order. */
  const runbook = [
    ...(/## Restore\n[^]*?```sh\n([^]*?)```/.exec(page)?.[1] ?? '').matchAll(/^npm run cli -- (.*)$/gm),
  ].map(([, command = '']) => command);

  async function runStep(command: string, url: string): Promise<void> {
    const { status, output, messages } = await commandLine.run(command.split(' '), { DATABASE_URL: url });
    expect([command, status, status === 0 ? '' : output + messages]).toEqual([command, 0, '']);
  }

  it('brings everything back as it was by the steps of the page, which revoke all tokens at the end', async () => {
    const url = urlOf(commandLine.database.url, restored);
    const revocations = runbook.filter((command) => command.includes('revoke'));
    for (const command of runbook.filter((each) => !revocations.includes(each))) await runStep(command, url);
    const directory = await Directory.start(settings, { ...commandLine.database, url });
    await directory.settle();
    try {
      expect(before.map((response) => response.slice(0, 3))).toEqual(paths.map(() => '200'));
      expect(await responsesOf(directory)).toEqual(before);
      // The token could have been revoked after the dump.
      for (const command of revocations) await runStep(command, url);
      await waitUntil(async () => (await directory.get('/v2/users/me', token)).status === 401, NOTIFICATION_SECONDS);
      expect(await runSql(url, 'SELECT user_id FROM sessions')).toEqual([]);
    } finally {
      await directory.stop({ keepDatabase: true });
    }
  }, 60_000);
});

const programs = postgresPrograms();

(programs ? describe : describe.skip)('TLS to PostgreSQL (needs PostgreSQL of the npm package)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const stopping = new AbortController();
  const file = (name: string) => join(folder, name);
  let server: EmbeddedService;
  let usual: string | undefined;
  /** Why a connection with TLS failed while the server had no TLS. */
  let withoutTls: string;

  /** The address of the server by another name, with other parameters. */
  const address = (parameters: string, host = 'localhost'): string =>
    `${server.url.replace('127.0.0.1', host)}${parameters && `?${parameters}`}`;
  const verifyFull = (ca = 'ca') => `sslmode=verify-full&sslrootcert=${file(`${ca}.crt`)}`;

  /** @returns '' if the connection works */
  const failure = (url: string): Promise<string> =>
    runSql(url, 'SELECT 1').then(
      () => '',
      (error: unknown) => (error as Error).message,
    );

  beforeAll(async () => {
    server = await startEmbeddedPostgres(programs ?? '', folder, false, stopping.signal);
    for (const ca of ['ca', 'other-ca']) makeAuthority(ca);
    withoutTls = await failure(address(verifyFull()));
    makeServerCertificate('DNS:localhost');
    await requireTls();
    usual = process.env.DATABASE_URL;
    process.env.DATABASE_URL = address(verifyFull());
  }, 120_000);

  const { directory, tokens } = useDirectory({
    // On the server above.
    fresh: true,
    users: [aUser({ id: 'u' })],
    tokens: ['application', 'trusted'],
  });

  // After the directory has stopped.
  afterAll(async () => {
    process.env.DATABASE_URL = usual;
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('encrypts every connection: pools, listeners, probe', async () => {
    expect((await directory.get('/v2/users/u', tokens.application)).status).toBe(200);
    expect((await directory.get('/health/ready')).status).toBe(200);
    const connections = await directory.source.query<{ application: string; ssl: boolean }[]>(
      `SELECT DISTINCT application_name AS application, ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
        WHERE application_name LIKE 'place-directory%' ORDER BY 1`,
    );
    expect(connections).toEqual(
      ['background', 'command', 'health', 'listener', 'service'].map((purpose) => ({
        application: `place-directory ${purpose}`,
        ssl: true,
      })),
    );
  });

  it('delivers notifications', async () => {
    const token = await directory.token('trusted');
    const status = async () => (await directory.get('/v2/users/x%40example.org/verify', token)).status;
    expect(await status()).toBe(404);
    await directory.app.get(TokenStore).revoke(token);
    await waitUntil(async () => (await status()) === 401, NOTIFICATION_SECONDS);
  });

  it('is used by commands', async () => {
    expect(await runCommand(directory.database, ['migrate'])).toMatchObject({ status: 0 });
  });

  it('is not left out by the server or by the client', async () => {
    expect(withoutTls).toBe('The server does not support SSL connections');
    expect(await failure(address(''))).toContain('no encryption');
    expect(await failure(address('sslmode=disable'))).toContain('no encryption');
  });

  it.each(['verify-full', 'verify-ca', 'require', 'prefer'])(
    'rejects another host name and another authority with sslmode=%s',
    async (mode) => {
      const root = (ca: string) => `sslmode=${mode}&sslrootcert=${file(`${ca}.crt`)}`;
      expect(await failure(address(root('ca')))).toBe('');
      expect(await failure(address(root('ca'), '127.0.0.1'))).toContain('does not match certificate');
      expect(await failure(address(root('other-ca')))).toMatch(/self-signed certificate|unable to (get|verify)/);
      expect(await failure(address(`sslmode=${mode}`))).toMatch(/self-signed certificate|unable to (get|verify)/);
    },
  );

  it('does not check the server with sslmode=no-verify', async () => {
    expect(await failure(address('sslmode=no-verify', '127.0.0.1'))).toBe('');
  });

  it.each([
    ['another host name', () => address(verifyFull(), '127.0.0.1'), /does not match certificate/],
    ['another authority', () => address(verifyFull('other-ca')), /self-signed certificate|unable to/],
  ])('connects nothing to a server of %s', async (_, wrong, reason) => {
    const url = wrong();
    for (const purpose of ['service', 'background', 'command'] as const) {
      const options = dataSourceOptions({ DATABASE_URL: url, DATABASE_POOL_SIZE: 4 }, purpose);
      await expect(connect(new DataSource(options))).rejects.toThrow(reason);
    }
    const { status, messages } = await runCommand(directory.database, ['migrate'], { DATABASE_URL: url });
    expect([status, messages]).toEqual([1, expect.stringMatching(reason)]);
    const disconnected = await new Promise<Error>((resolve) => {
      const events = { notified: () => undefined, connected: () => undefined, disconnected: resolve };
      const listener = new Listener({ DATABASE_URL: url });
      listener.on('token_change', events);
      void listener.open().then(() => listener.close());
    });
    expect(disconnected.message).toMatch(reason);
    const probe = new DatabaseProbe({ DATABASE_URL: url });
    await expect(probe.check()).rejects.toThrow(reason);
    await probe.onApplicationShutdown();
  });

  it('reports the loss of the authority file while it runs, and connects again once it is back', async () => {
    copyFileSync(file('ca.crt'), file('moving.crt'));
    const url = address(verifyFull('moving'));
    rmSync(file('moving.crt'));
    const reasons: string[] = [];
    let connected = false;
    const listener = new Listener({ DATABASE_URL: url });
    listener.on('token_change', {
      notified: () => undefined,
      connected: () => (connected = true),
      disconnected: ({ message }) => reasons.push(message),
    });
    await listener.open();
    expect(reasons).toEqual([expect.stringContaining('ENOENT')]);
    copyFileSync(file('ca.crt'), file('moving.crt'));
    await waitUntil(() => connected, 5);
    await listener.close();
  });

  function makeAuthority(name: string): void {
    const subject = ['-nodes', '-newkey', 'rsa:2048', '-subj', `/CN=${name}`, '-days', '2'];
    openssl('req', '-x509', ...subject, '-keyout', file(`${name}.key`), '-out', file(`${name}.crt`));
  }

  /** @param name `subjectAltName` */
  function makeServerCertificate(name: string): void {
    openssl('req', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=s', '-keyout', file('s.key'), '-out', file('s.csr'));
    writeFileSync(file('s.ext'), `subjectAltName=${name}\n`);
    const signer = ['-CA', file('ca.crt'), '-CAkey', file('ca.key'), '-CAcreateserial', '-days', '2'];
    openssl('x509', '-req', '-in', file('s.csr'), ...signer, '-extfile', file('s.ext'), '-out', file('s.crt'));
    chmodSync(file('s.key'), 0o600);
  }

  function openssl(...args: string[]): void {
    execFileSync('openssl', args, { stdio: 'ignore' });
  }

  /** Sets the certificate, and lets the server reject connections without TLS. */
  async function requireTls(): Promise<void> {
    const rules = file('postgres/pg_hba.conf');
    writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll(/^host /gm, 'hostssl '));
    await runSql(server.url, `ALTER SYSTEM SET ssl_cert_file = '${file('s.crt')}'`);
    await runSql(server.url, `ALTER SYSTEM SET ssl_key_file = '${file('s.key')}'`);
    await runSql(server.url, 'ALTER SYSTEM SET ssl = on');
    await runSql(server.url, 'SELECT pg_reload_conf()');
    await waitUntil(async () => (await failure(address(verifyFull()))) === '', 5);
  }
});
