import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

  it('ignores a truncated file', () => {
    writeFileSync(file, '{"pid":');
    expect(runningInstance(dataDir)).toBeUndefined();
  });
});
