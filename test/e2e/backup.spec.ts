import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { type CommandLine } from '../support/command-line.js';
import { Directory } from '../support/directory.js';
import { getWithRetry } from '../support/retry.js';
import { useCommandLine } from '../support/use-command-line.js';

const run = promisify(execFile);
const major = Number(/ (\d+)/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout)?.[1] ?? 0);

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
    while ((await client.query(inside)).rowCount !== 0) await setTimeout(50);
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
    before = await responsesOf(directory);
    await directory.stop({ keepDatabase: true });
    await tool.backUp(commandLine, restored);
    // Changes after the backup: in the index, but not in the restored database.
    expect(await commandLine.import('places', [{ id: 'late', name: 'Mercado Tardio' }])).toMatchObject({ status: 0 });
    await commandLine.query("DELETE FROM places WHERE id = 'masp'");
    await tool.restore(commandLine, restored);
  }, 60_000);

  it('brings everything back as it was: records, searches, and tokens', async () => {
    const url = urlOf(commandLine.database.url, restored);
    for (const command of [['migrate'], ['reindex'], ['index', 'verify']]) {
      const { status, output, messages } = await commandLine.run(command, { DATABASE_URL: url });
      expect([command, status, status === 0 ? '' : output + messages]).toEqual([command, 0, '']);
    }
    const directory = await Directory.start(settings, { ...commandLine.database, url });
    try {
      expect(before.map((response) => response.slice(0, 3))).toEqual(paths.map(() => '200'));
      expect(await responsesOf(directory)).toEqual(before);
    } finally {
      await directory.stop({ keepDatabase: true });
    }
  }, 60_000);
});
