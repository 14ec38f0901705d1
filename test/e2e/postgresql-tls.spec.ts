import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { postgresPrograms, startEmbeddedPostgres } from '../../dev/services/embedded-postgres.js';
import { type EmbeddedService } from '../../dev/services/running-service.js';
import { runSql } from '../../dev/services/sql.js';
import { type Finding } from '../../src/cli/doctor/finding.js';
import { connect } from '../../src/database/connect.js';
import { dataSourceOptions } from '../../src/database/data-source.js';
import { DatabaseProbe } from '../../src/database/database-probe.js';
import { Listener } from '../../src/database/listener.js';
import { ReadReplica, PrimaryLog } from '../../src/database/read-replicas.js';
import { TokenStore } from '../../src/auth/token-store.js';
import { runCommand } from '../support/command-line.js';
import { aUser } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

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
    env: ({ url }) => ({ DATABASE_REPLICA_URLS: url }),
    users: [aUser({ id: 'u' })],
    tokens: ['application', 'trusted'],
  });

  // After the directory has stopped.
  afterAll(async () => {
    process.env.DATABASE_URL = usual;
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  it('encrypts every connection: pools, replicas, listeners, probe', async () => {
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
    await waitUntil(async () => (await status()) === 401);
  });

  it('is used by commands, and doctor reports it', async () => {
    expect(await runCommand(directory.database, ['migrate'])).toMatchObject({ status: 0 });
    const { output } = await runCommand(directory.database, ['doctor', '--json']);
    expect((JSON.parse(output) as Finding[]).filter(({ check }) => check === 'postgresql tls')).toEqual([
      {
        check: 'postgresql tls',
        status: 'ok',
        detail: expect.stringMatching(/^TLSv1\.\d, with the certificate checked$/),
      },
    ]);
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
      const listener = new Listener(url, 'token_change', events);
      void listener.open().then(() => listener.close());
    });
    expect(disconnected.message).toMatch(reason);
    const probe = new DatabaseProbe({ DATABASE_URL: url });
    await expect(probe.check()).rejects.toThrow(reason);
    await probe.onApplicationShutdown();
    const replica = new ReadReplica(url, 1, new PrimaryLog(5000));
    await replica.measure();
    expect(replica.isUsable([])).toBe(false);
    await replica.pool.end();
  });

  it('reports the loss of the authority file while it runs, and connects again once it is back', async () => {
    copyFileSync(file('ca.crt'), file('moving.crt'));
    const url = address(verifyFull('moving'));
    rmSync(file('moving.crt'));
    const reasons: string[] = [];
    let connected = false;
    const listener = new Listener(url, 'token_change', {
      notified: () => undefined,
      connected: () => (connected = true),
      disconnected: ({ message }) => reasons.push(message),
    });
    await listener.open();
    expect(reasons).toEqual([expect.stringContaining('ENOENT')]);
    copyFileSync(file('ca.crt'), file('moving.crt'));
    await waitUntil(() => Promise.resolve(connected));
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
    await waitUntil(async () => (await failure(address(verifyFull()))) === '');
  }
});
