import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopOrphanedPostgres } from './postgres-orphan.js';

describe('a PostgreSQL server that an earlier run left behind', () => {
  let dir: string;
  let left: ChildProcess | undefined;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'orphan-'));
  });
  afterEach(() => {
    left?.kill('SIGKILL');
    rmSync(dir, { recursive: true });
  });

  /** Something that runs, known to the folder as its server. */
  async function leave(...args: string[]): Promise<ChildProcess> {
    left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', '--', ...args]);
    await once(left, 'spawn');
    writeFileSync(join(dir, 'postmaster.pid'), `${left.pid}\n${dir}\n`);
    return left;
  }

  it('is stopped', async () => {
    const server = await leave('-D', dir);
    const exited = once(server, 'exit');
    await stopOrphanedPostgres(dir);
    await expect(exited).resolves.toEqual([null, 'SIGINT']);
  });

  it('is told from another program that has got its process id', async () => {
    const other = await leave('-D', '/another/folder');
    await stopOrphanedPostgres(dir);
    expect(other.exitCode ?? other.signalCode).toBeNull();
    expect(existsSync(join(dir, 'postmaster.pid'))).toBe(false);
  });

  it('may never have been there', async () => {
    await expect(stopOrphanedPostgres(join(dir, 'nothing'))).resolves.toBeUndefined();
  });
});
