import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding } from '../../src/cli/doctor/finding.js';
import { Directory } from '../support/directory.js';
import { pmtiles } from '../support/tiles.js';
import { connectionsBesidesPool } from '../../src/database/data-source.js';
import { useCommandLine } from '../support/use-command-line.js';

describe('doctor', () => {
  const cli = useCommandLine(['seed', '--small']);

  async function examine(variables: NodeJS.ProcessEnv = {}): Promise<{ status: number; findings: Finding[] }> {
    const { status, output } = await cli.run(['doctor', '--json'], variables);
    return { status, findings: JSON.parse(output) as Finding[] };
  }

  it('finds no failure and nothing to warn of in a fresh directory', async () => {
    const { status, findings } = await examine({ OLD_CLIENTS: 'password-grant' });
    // Tests that run beside this one have indices on the same cluster.
    const others = findings.filter((finding) => finding.status !== 'ok' && finding.check !== 'cluster');
    expect([status, others]).toEqual([0, []]);
    const { name } = (await cli.query<{ name: string }>('SELECT name FROM place_indices'))[0] ?? { name: '' };
    const health = await fetch(`${process.env.ELASTICSEARCH_URL}/_cluster/health/${name}?wait_for_status=green`);
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'green' }]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        ...['postgresql', 'schema', 'postgresql permissions', 'clock'],
        ...['elasticsearch', 'cluster', 'elasticsearch permissions', 'mapping', 'queue', 'dead letters'],
      ]),
    );
    expect((await cli.run(['doctor'])).output).toMatch(/^OK +schema +all migrations have been run$/m);
  });

  it('names servers that are away, and checks the other one', async () => {
    const away = await examine({ DATABASE_URL: 'postgres://user:s3cret@127.0.0.1:9/places' });
    expect(away.status).toBe(1);
    const [database, search] = away.findings;
    expect(database).toMatchObject({
      check: 'postgresql',
      status: 'failed',
      remedy: expect.stringContaining('DATABASE_URL'),
    });
    expect(search).toMatchObject({ check: 'elasticsearch', status: 'ok' });
    expect(JSON.stringify(away)).not.toContain('s3cret');
    expect(away.findings).toContainEqual(expect.objectContaining({ check: 'mapping', status: 'ok' }));
    const { findings } = await examine({ ELASTICSEARCH_URL: 'http://127.0.0.1:9' });
    expect(findings).toContainEqual(expect.objectContaining({ check: 'elasticsearch', status: 'failed' }));
    expect(findings).toContainEqual(expect.objectContaining({ check: 'schema', status: 'ok' }));
    expect(findings).toContainEqual(expect.objectContaining({ check: 'queue', status: 'ok' }));
  });

  it('warns of a PUBLIC_URL that this network cannot reach', async () => {
    const { status, findings } = await examine({ PUBLIC_URL: 'https://127.0.0.1:9' });
    expect(status).toBe(0);
    expect(findings).toContainEqual(
      expect.objectContaining({ check: 'certificate of 127.0.0.1:9', status: 'warning' }),
    );
  });

  it('says how many replicas of the service fit the connections', async () => {
    const connections = async (variables: NodeJS.ProcessEnv = {}) =>
      (await examine(variables)).findings.find(({ check }) => check === 'postgresql connections');
    const [{ max } = { max: 0 }] = await cli.query<{ max: number }>(
      `SELECT current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
         - current_setting('reserved_connections')::integer AS max`,
    );
    const pool = (number: number) => ({ DATABASE_POOL_SIZE: String(number) });
    expect(await connections(pool(4))).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(
        new RegExp(`^\\d+ of ${max} in use; .* up to 10, so ${Math.floor((max - 4) / 10)} fit beside a command$`),
      ),
    });
    expect(await connections(pool(Math.ceil(max / 2)))).toMatchObject({
      status: 'warning',
      detail: expect.stringMatching(/so [01] fits? beside/),
      remedy: expect.stringContaining('DATABASE_POOL_SIZE'),
    });
    await cli.query(`ALTER DATABASE ${cli.database.name} CONNECTION LIMIT 30`);
    expect(await connections()).toMatchObject({ status: 'warning', detail: expect.stringContaining('of 30 in use') });
    await cli.query(`ALTER DATABASE ${cli.database.name} CONNECTION LIMIT -1`);
  });

  it('counts the connections that a replica of the service opens', async () => {
    const directory = await Directory.start(
      { QUOTAS: 'application=1000/60', RESPONSE_CACHE_SIZE: '1000000' },
      cli.database,
    );
    const opened = await cli.query<{ name: string; count: number }>(
      `SELECT application_name AS name, count(*)::integer FROM pg_stat_activity
        WHERE datname = current_database() AND application_name NOT LIKE '% command' GROUP BY 1`,
    );
    await directory.stop({ keepDatabase: true });
    const count = (purpose: string) => opened.find(({ name }) => name === `place-directory ${purpose}`)?.count ?? 0;
    expect(count('listener') + count('health') + 3).toBeLessThanOrEqual(connectionsBesidesPool);
    expect(count('listener')).toBe(2);
    expect(count('background')).toBeLessThanOrEqual(3);
  });

  describe('checks the files of settings', () => {
    const find = async (name: string, path: string) => {
      const { status, findings } = await examine({ [name]: path });
      return { exit: status, ...findings.find(({ check }) => check === name) };
    };

    it('SEARCH_SYNONYMS', async () => {
      const good = await cli.write('synonyms.txt', 'cafe, coffee shop\npub => bar\n');
      expect(await find('SEARCH_SYNONYMS', good)).toMatchObject({ exit: 0, status: 'ok' });
      expect((await examine({ SEARCH_SYNONYMS: 'none' })).findings.map(({ check }) => check)).not.toContain(
        'SEARCH_SYNONYMS',
      );
      const wrong = await cli.write('wrong.txt', 'cafe, coffee shop\npub\n');
      const pipe = join(cli.folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      for (const [path, fault] of [
        [wrong, 'line 2'],
        [join(cli.folder, 'none.txt'), 'no such file'],
        [cli.folder, 'it is no file'],
        [pipe, 'it is no file'],
      ] as const)
        expect(await find('SEARCH_SYNONYMS', path)).toMatchObject({
          exit: 1,
          status: 'failed',
          detail: expect.stringContaining(fault),
          remedy: expect.stringContaining('does not start'),
        });
    });

    it('MAP_PMTILES', async () => {
      const good = await cli.write('map.pmtiles', pmtiles());
      expect(await find('MAP_PMTILES', good)).toMatchObject({ exit: 0, status: 'ok' });
      const wrong = await cli.write('map.txt', 'secret');
      for (const path of [wrong, join(cli.folder, 'none.pmtiles'), cli.folder])
        expect(await find('MAP_PMTILES', path)).toMatchObject({ exit: 1, status: 'failed' });
    });
  });

  it('names missing permissions', async () => {
    const role = cli.database.name.replace('test', 'reader');
    const permissions = async () => {
      const url = Object.assign(new URL(cli.database.url), { username: role, password: 'x' });
      const { findings } = await examine({ DATABASE_URL: url.href });
      return findings.find(({ check }) => check === 'postgresql permissions');
    };
    await cli.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`);
    await cli.query(`GRANT SELECT, DELETE ON ALL TABLES IN SCHEMA public TO ${role}`);
    expect(await permissions()).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('denies its role'),
      remedy: expect.stringMatching(/^GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE .*public\.users.* TO /),
    });
    await cli.query(`GRANT INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO ${role}`);
    expect(await permissions()).toMatchObject({
      status: 'failed',
      remedy: expect.stringMatching(/^GRANT USAGE ON SEQUENCE .*public\.place_versions/),
    });
    await cli.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${role}`);
    expect(await permissions()).toMatchObject({
      status: 'ok',
      detail: expect.stringContaining('another role migrates'),
    });
    await cli.query(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
    expect(await permissions()).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('is read-only'),
      remedy: expect.stringContaining('DATABASE_URL'),
    });
    await cli.query(`DROP OWNED BY ${role}`);
    await cli.query(`DROP ROLE ${role}`);
  });

  it('names missing migrations, and changes that are not searchable', async () => {
    await cli.query("UPDATE place_changes SET noted = noted - interval '1 hour'");
    await cli.query("INSERT INTO place_changes (place_id, noted) VALUES ('masp', now() - interval '1 hour')");
    const waiting = await examine();
    expect(waiting.status).toBe(0);
    expect(waiting.findings).toContainEqual(expect.objectContaining({ check: 'queue', status: 'warning' }));
    await cli.query("UPDATE migrations SET name = 'x' || name WHERE name LIKE 'Quotas%'");
    const { status, findings } = await examine();
    await cli.query("UPDATE migrations SET name = substr(name, 2) WHERE name LIKE 'xQuotas%'");
    expect(status).toBe(1);
    expect(findings).toContainEqual(
      expect.objectContaining({
        ...{ check: 'schema', status: 'failed', remedy: 'Run migrate.' },
        detail: expect.stringMatching(/ lacks the migration Quotas\d+$/),
      }),
    );
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['mapping', 'queue', 'dead letters']));
  });

  it.each([
    [400, 'ok', 'valid until'],
    [10, 'warning', 'valid until'],
  ])('knows when a certificate expires: in %d days', async (days, status, detail) => {
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(cli.folder, name)) as [string, string];
    const subject = ['-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=localhost'];
    execFileSync('openssl', ['req', '-x509', ...subject, '-days', String(days), '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { findings } = await examine({ PUBLIC_URL: `https://127.0.0.1:${port}` });
    server.close();
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: `certificate of 127.0.0.1:${port}`,
        status,
        detail: expect.stringContaining(detail),
      }),
    );
  });
});
