import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

describe('npm start with a file .env', () => {
  const folder = mkdtempSync(join(tmpdir(), 'env-file-'));

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  beforeAll(() => {
    writeFileSync(join(folder, '.env'), 'PORT=of-the-file\nLOG_LEVEL=of-the-file\n');
  });

  /** What npm start says about the configuration, which is wrong. */
  function start(variables: NodeJS.ProcessEnv): string {
    const tsx = pathToFileURL(require.resolve('tsx')).href;
    const env = { PATH: process.env.PATH, ...variables };
    return spawnSync(process.execPath, ['--import', tsx, join(__dirname, 'start.ts')], {
      cwd: folder,
      env,
      encoding: 'utf8',
    }).stderr;
  }

  it('reads it, after the variables that are set', () => {
    const message = start({ PORT: '3000', NODE_ENV: 'development', QUOTAS: 'wrong' });
    expect(message).toContain('LOG_LEVEL: ');
    expect(message).not.toContain('PORT: ');
  });

  it('does not read it in a test', () => {
    const message = start({ NODE_ENV: 'test', QUOTAS: 'wrong' });
    expect(message).toContain('QUOTAS: ');
    expect(message).not.toContain('LOG_LEVEL: ');
  });
});
