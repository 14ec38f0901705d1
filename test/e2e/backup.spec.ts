import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { CommandLine } from '../support/command-line.js';
import { Directory } from '../support/directory.js';
import { getWithRetry } from '../support/retry.js';

const run = promisify(execFile);
const major = Number(/ (\d+)/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout)?.[1] ?? 0);

/** What makes a backup, and what makes a database of it. */
interface Way {
  backUp(commandLine: CommandLine, restored: string): Promise<void>;
  restore(commandLine: CommandLine, restored: string): Promise<void>;
}

/** As docs/operations/backup-and-restore.md says. */
const tools: Way = {
  backUp: async ({ database, folder }) => {
    await run('pg_dump', ['--format=custom', `--file=${join(folder, 'directory.dump')}`, database.url]);
  },
  restore: async ({ database, folder }, restored) => {
    await database.source.query(`CREATE DATABASE ${restored}`);
    const target = `--dbname=${urlOf(database.url, restored)}`;
    await run('pg_restore', ['--no-owner', '--exit-on-error', target, join(folder, 'directory.dump')]);
  },
};

/** Where the tools are missing, the server copies the database: what follows a restore is tested all the same. */
const copy: Way = {
  backUp: async ({ database }, restored) => {
    await database.source.destroy();
    const client = new Client({ connectionString: urlOf(database.url, 'postgres') });
    await client.connect();
    // Sessions end a little after their connections are closed, and nobody may be in a database that is copied.
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

function describeBackup(way: Way): void {
  let commandLine: CommandLine;
  let restored: string;
  let before: string[];
  let token: string;

  const paths = [
    '/v2/places?q=mercado&fl=*,openingHours',
    '/v2/places?sort=name&rows=50',
    '/v2/places/masp',
    '/v2/users/me',
    '/v2/users/maria/places/reviews',
  ];
  // The time limits of a search are not what this is about.
  const settings = { PUBLIC_URL: 'https://places.example.org', SEARCH_TIMEOUT: '20000' };

  const answersOf = async (directory: Directory): Promise<string[]> => {
    const answers: string[] = [];
    for (const path of paths) {
      const { status, text } = await getWithRetry(directory, path, token);
      answers.push(`${status} ${text}`);
    }
    return answers;
  };

  beforeAll(async () => {
    commandLine = await CommandLine.start();
    restored = `${commandLine.database.name}_restored`;
    expect(await commandLine.run(['seed'])).toMatchObject({ status: 0 });
    const directory = await Directory.start(settings, commandLine.database);
    await directory.settle();
    token = await directory.token({ user: 'maria' });
    before = await answersOf(directory);
    await directory.stop({ keepDatabase: true });
    await way.backUp(commandLine, restored);
    // What comes after the backup is in the index, and lost with the database.
    expect(await commandLine.import('places', [{ id: 'late', name: 'Mercado Tardio' }])).toMatchObject({ status: 0 });
    await commandLine.query("DELETE FROM places WHERE id = 'masp'");
    await way.restore(commandLine, restored);
  }, 60_000);

  afterAll(async () => {
    await commandLine.query(`DROP DATABASE IF EXISTS ${restored} WITH (FORCE)`);
    await commandLine.stop();
  });

  it('brings everything back as it was: records, searches, and tokens', async () => {
    const url = urlOf(commandLine.database.url, restored);
    for (const command of [['migrate'], ['reindex'], ['index', 'verify']]) {
      const { status, output, messages } = await commandLine.run(command, { DATABASE_URL: url });
      expect([command, status, status === 0 ? '' : output + messages]).toEqual([command, 0, '']);
    }
    const directory = await Directory.start(settings, { ...commandLine.database, url });
    try {
      expect(before.map((answer) => answer.slice(0, 3))).toEqual(paths.map(() => '200'));
      expect(await answersOf(directory)).toEqual(before);
    } finally {
      await directory.stop({ keepDatabase: true });
    }
  }, 60_000);
}

describe('a backup', () => {
  describe('as a copy of the database', () => {
    describeBackup(copy);
  });

  // Older tools refuse a newer server.
  (major >= 18 ? describe : describe.skip)('by the tools of PostgreSQL (needs pg_dump 18)', () => {
    describeBackup(tools);
  });
});
