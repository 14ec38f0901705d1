import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { compile } from '../support/compiled-service.js';
import { useCommandLine } from '../support/use-command-line.js';

/** 2,500 places before. The edition has the first 500 of them and 1,500 new ones. */
const line = (number: number) => JSON.stringify({ id: `p${`${number}`.padStart(4, '0')}`, name: `Place ${number}` });
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => line(from + at));
const former = lines(0, 2500);
const edition = [...lines(2500, 4000), ...lines(0, 500)];

describe('import --replace-source that is killed', () => {
  let folder: string;
  const cli = useCommandLine();
  const options = ['import', 'places', '--replace-source', 'Monthly', '--max-deleted-percent', '100'];

  beforeAll(() => {
    folder = compile();
  });
  afterAll(() => {
    rmSync(dirname(folder), { recursive: true });
  });

  /** The command as a process of its own, which can be killed. */
  const start = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [join(folder, 'cli/main.js'), ...options, ...args], {
      env: {
        ...{ PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: cli.database.url },
        ...{ ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL, ELASTICSEARCH_INDEX: cli.database.name },
      },
      stdio: ['pipe', 'ignore', 'inherit'],
    });

  const kill = async (child: ChildProcess): Promise<void> => {
    child.kill('SIGKILL');
    if (child.signalCode === null) await once(child, 'exit');
  };

  const count = async (condition: string): Promise<number> => {
    const [row] = await cli.query<{ count: number }>(`SELECT count(*)::int AS count FROM places WHERE ${condition}`);
    return row?.count ?? 0;
  };

  const until = async (condition: string, expected: number): Promise<void> => {
    while ((await count(condition)) !== expected) await delay(50);
  };

  it('goes on where it was, and reports the work of all runs', async () => {
    expect(await cli.run([...options, await cli.write('former.ndjson', former.join('\n'))])).toMatchObject({
      status: 0,
    });

    const reading = start('-');
    // A batch of 1,000 lines is stored; the rest waits for more lines.
    reading.stdin?.write(`${edition.slice(0, 1200).join('\n')}\n`);
    await until(`id >= 'p2500'`, 1000);
    await kill(reading);
    expect(await count(`id < 'p2500'`)).toBe(2500);

    const file = await cli.write('edition.ndjson', edition.join('\n'));
    const lock = cli.database.source.createQueryRunner();
    await lock.startTransaction();
    // In the second batch of deletions.
    await lock.query(`SELECT FROM places WHERE id = 'p1700' FOR UPDATE`);
    const deleting = start(file);
    await until(`id < 'p2500'`, 1500);
    await kill(deleting);
    await lock.rollbackTransaction();
    await lock.release();

    const { status, output } = await cli.run([...options, file]);
    expect([status, output]).toEqual([
      0,
      expect.stringContaining('2,000 read, 1,500 added, 0 changed, 500 unchanged, 2,000 deleted, 0 rejected'),
    ]);
    expect(await count('true')).toBe(2000);
    expect(await cli.query('SELECT FROM source_replacements')).toEqual([]);
    expect((await cli.run(['index', 'verify', '--wait', '10'])).output).toContain(
      '2,000 places stored, 2,000 in the index: no difference',
    );
  });
});
