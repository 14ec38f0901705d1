import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTemporaryFolder } from '../../test/support/use-temporary-folder.js';
import { claimDataDir, runningInstance } from './data-dir-claim.js';
import { processInfo } from './process-info.js';

describe('services.json', () => {
  const dataDir = useTemporaryFolder();
  const file = join(dataDir, 'services.json');

  it('holds the addresses until release, readable only by their owner', () => {
    const claim = claimDataDir(dataDir, 'npm start', 3000);
    claim.publish({ databaseUrl: 'postgres://a', elasticsearchUrl: 'http://b' });
    expect(runningInstance(dataDir)).toMatchObject({
      pid: process.pid,
      port: 3000,
      databaseUrl: 'postgres://a',
      elasticsearchUrl: 'http://b',
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    claim.release();
    expect(runningInstance(dataDir)).toBeUndefined();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('rejects a second claim while the first process runs, and names its process and port', () => {
    claimDataDir(dataDir, 'npm start', 3000);
    expect(() => claimDataDir(dataDir, 'npm start', 3001)).toThrow(
      `npm start already runs with the data folder ${dataDir} (process ${process.pid} on port 3000). ` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
  });

  it('ignores the claim of a dead process', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(other, 'spawn');
    const { pid = 0 } = other;
    const claim = { pid, started: processInfo(pid)?.started, command: 'npm start' };
    writeFileSync(file, JSON.stringify(claim));
    expect(runningInstance(dataDir)).toEqual(claim);
    other.kill();
    await once(other, 'exit');
    expect(runningInstance(dataDir)).toBeUndefined();
    claimDataDir(dataDir, 'npm start');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid });
  });

  it('ignores a reused process id', () => {
    writeFileSync(file, JSON.stringify({ pid: process.pid, started: 'long ago', command: 'npm start' }));
    expect(runningInstance(dataDir)).toBeUndefined();
  });

  it.each([
    ['no claim', undefined],
    ['the claim of a dead process', JSON.stringify({ pid: process.pid, started: 'long ago', command: 'npm start' })],
    ['a part of one', '{"pid":'],
  ])('lets one of many processes claim a folder with %s', async (_, content) => {
    const folders = Array.from({ length: 60 }, (_, index) => join(dataDir, String(index)));
    for (const folder of folders) {
      mkdirSync(folder);
      if (content !== undefined) writeFileSync(join(folder, 'services.json'), content);
    }
    const claimed = await claimAtOnce(folders, 4);
    expect(claimed.toSorted()).toEqual(folders.toSorted());
    expect(folders.flatMap((folder) => readdirSync(folder))).toEqual(folders.map(() => 'services.json'));
  });

  it('leaves the claim that another process has made since', () => {
    const claim = claimDataDir(dataDir, 'npm start');
    claim.release();
    const other = JSON.stringify({ pid: 1, started: 'now', command: 'npm test' });
    writeFileSync(file, other);
    claim.publish({ databaseUrl: 'postgres://a' });
    claim.release();
    expect(readFileSync(file, 'utf8')).toBe(other);
  });

  it('ignores a truncated file', () => {
    writeFileSync(file, '{"pid":');
    expect(runningInstance(dataDir)).toBeUndefined();
  });
});

/** Claims each folder that it reads, as far as it may. It runs on, because the claim of a dead process does not count. */
const CLAIM_EACH = `
  const { claimDataDir } = require('./dev/services/data-dir-claim.ts');
  const claim = (folder) => {
    try {
      claimDataDir(folder, 'npm start');
      return [folder];
    } catch (error) {
      return error.message.includes('already runs') ? [] : [error.message];
    }
  };
  process.on('message', (folders) => process.send(folders.flatMap(claim)));
  process.send([]);`;

/** @returns the folders that so many new processes claimed, each as often as it was */
async function claimAtOnce(folders: readonly string[], count: number): Promise<string[]> {
  const processes: ChildProcess[] = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--import', 'tsx', '-e', CLAIM_EACH], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  const messages = (): Promise<string[][]> =>
    Promise.all(
      processes.map(async (child) => {
        const [message] = (await once(child, 'message')) as [string[]];
        return message;
      }),
    );
  try {
    await messages();
    const claimed = messages();
    for (const child of processes) child.send(folders);
    return (await claimed).flat();
  } finally {
    for (const child of processes) child.kill();
  }
}
