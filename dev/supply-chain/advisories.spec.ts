import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished, type Finished } from '../run-program.js';
import { listen } from '../services/free-port.js';
import { describeLastResult } from './last-result.js';

const root = join(__dirname, '../..');

describe('npm run check:advisories', () => {
  let registry: Server | undefined;
  let cache: string;

  beforeEach(() => {
    // npm keeps advisories in its cache.
    cache = mkdtempSync(join(tmpdir(), 'npm-cache-'));
    writeFileSync(copy(), JSON.stringify({ date: '2026-01-01', lockFile: '' }));
  });

  afterEach(async () => {
    delete process.env.ADVISORIES_FILE;
    rmSync(cache, { recursive: true });
    registry?.close();
    if (registry) await once(registry, 'close');
  });

  const copy = () => join(cache, 'advisories.json');

  /** Runs the check against a registry that knows these advisories, or none at all. */
  async function check(advisories?: Record<string, unknown>, ...args: string[]): Promise<Finished> {
    registry = createServer((request, response) => {
      request.resume();
      response.statusCode = request.method === 'POST' && advisories ? 200 : 404;
      response.end(JSON.stringify(response.statusCode === 200 ? advisories : {}));
    });
    const env = {
      ...process.env,
      npm_config_registry: await listen(registry),
      npm_config_cache: cache,
      ADVISORIES_FILE: copy(),
    };
    const script = ['--import', 'tsx', 'dev/supply-chain/main.ts', ...args];
    return finished(spawn(process.execPath, script, { cwd: root, env }));
  }

  function advisory(severity: string): Record<string, unknown> {
    const url = 'https://github.com/advisories/GHSA-2222-3333-4444';
    return { id: 1, url, title: 'Reads all files', severity, vulnerable_versions: '*' };
  }

  it('fails on advisories of high severity, also about a package of the page /explore', async () => {
    const { status, output } = await check({ express: [advisory('high')], 'maplibre-gl': [advisory('critical')] });
    expect(output).toContain('high: express: Reads all files (https://github.com/advisories/GHSA-2222-3333-4444)\n');
    expect(output).toContain('critical: maplibre-gl: Reads all files');
    expect([status, output.includes('2 advisories, 2 of them fail')]).toEqual([1, true]);
  });

  it('passes with an advisory of lower severity, and writes a dated copy, which it keeps if the registry does not answer', async () => {
    const passed = await check({ express: [advisory('moderate')] }, '--write');
    expect([passed.status, passed.output.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(/^moderate: express: Reads all files/),
    ]);
    const written = readFileSync(copy(), 'utf8');
    expect(JSON.parse(written)).toMatchObject({
      date: new Date().toISOString().slice(0, 10),
      packages: expect.any(Number) as number,
      advisories: [{ name: 'express', severity: 'moderate' }],
    });
    registry?.close();
    const { status, output } = await check(undefined, '--write');
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(/, 0 days ago: 1 advisories about \d+ packages of the same/),
    ]);
    expect(readFileSync(copy(), 'utf8')).toBe(written);
  });

  it('says that it did not run if the registry does not answer, and how old the last result is', async () => {
    const { status, output } = await check();
    expect([status, output]).toEqual([
      0,
      expect.stringMatching(
        /^not run: advisories \(the registry did not answer: .*404 Not Found.*; there is no earlier/,
      ),
    ]);
    const days = Math.floor((Date.now() - Date.parse('2026-01-01')) / 86_400_000);
    writeFileSync(copy(), JSON.stringify({ date: '2026-01-01', lockFile: '', packages: 7, advisories: [] }));
    process.env.ADVISORIES_FILE = copy();
    expect(describeLastResult()).toBe(
      `the last result is of 2026-01-01, ${days} days ago: 0 advisories about 7 packages of another lock file`,
    );
  });
});
