import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTemporaryFolder } from '../../test/support/use-temporary-folder.js';
import { stopOrphanedPostgres } from './postgres-orphan.js';

/** A process that sends messages back. */
const echo = `process.on('message', (message) => process.send(message))`;

describe('a PostgreSQL server that an earlier run left behind', () => {
  const dir = useTemporaryFolder();
  let left: ChildProcess | undefined;

  afterEach(() => left?.kill('SIGKILL'));

  /** Starts a process that `postmaster.pid` names as the server. */
  async function startServer(...args: string[]): Promise<ChildProcess> {
    left = spawn(process.execPath, ['-e', echo, '--', ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await once(left, 'spawn');
    writeFileSync(join(dir, 'postmaster.pid'), `${left.pid}\n${dir}\n`);
    return left;
  }

  it('is stopped', async () => {
    const server = await startServer('-D', dir);
    const exited = once(server, 'exit');
    await stopOrphanedPostgres(dir);
    await expect(exited).resolves.toEqual([null, 'SIGINT']);
  });

  it('is distinguished from another program with its process id', async () => {
    const other = await startServer('-D', '/another/folder');
    await stopOrphanedPostgres(dir);
    const answered = Promise.race([once(other, 'message'), once(other, 'exit')]);
    other.send('still there');
    expect((await answered)[0]).toBe('still there');
    expect(existsSync(join(dir, 'postmaster.pid'))).toBe(false);
  });

  it('may not exist', async () => {
    await expect(stopOrphanedPostgres(join(dir, 'nothing'))).resolves.toBeUndefined();
  });
});
