import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished, type Finished } from '../run-program.js';
import { listen } from '../services/free-port.js';

const root = join(__dirname, '../..');

describe('npm run check:advisories', () => {
  let registry: Server | undefined;
  let cache: string;

  beforeEach(() => {
    // npm keeps advisories in its cache.
    cache = mkdtempSync(join(tmpdir(), 'npm-cache-'));
  });

  afterEach(async () => {
    rmSync(cache, { recursive: true });
    registry?.close();
    if (registry) await once(registry, 'close');
  });

  /** Runs the check against a registry that knows these advisories, or none at all. */
  async function check(advisories?: Record<string, unknown>): Promise<Finished> {
    registry = createServer((request, response) => {
      request.resume();
      response.statusCode = request.method === 'POST' && advisories ? 200 : 404;
      response.end(JSON.stringify(response.statusCode === 200 ? advisories : {}));
    });
    const env = { ...process.env, npm_config_registry: await listen(registry), npm_config_cache: cache };
    return finished(spawn(process.execPath, ['--import', 'tsx', 'dev/supply-chain/main.ts'], { cwd: root, env }));
  }

  function advisory(severity: string): Record<string, unknown> {
    const url = 'https://github.com/advisories/GHSA-2222-3333-4444';
    return { id: 1, url, title: 'Reads all files', severity, vulnerable_versions: '*' };
  }

  it('fails on advisories of high severity, also about a package of the page /explore', async () => {
    const { status, output } = await check({ express: [advisory('high')], leaflet: [advisory('critical')] });
    expect(output).toContain('high: express: Reads all files (https://github.com/advisories/GHSA-2222-3333-4444)\n');
    expect(output).toContain('critical: leaflet: Reads all files');
    expect([status, output.includes('2 advisories, 2 of them fail')]).toEqual([1, true]);
  });

  it('passes with an advisory of lower severity', async () => {
    const { status, output } = await check({ express: [advisory('moderate')] });
    expect([status, output.split('\n')[0]]).toEqual([0, expect.stringMatching(/^moderate: express: Reads all files/)]);
  });

  it('says that it did not run if the registry does not respond', async () => {
    const { status, output } = await check();
    expect([status, output]).toEqual([0, expect.stringMatching(/^not run: advisories \(need .*404 Not Found/)]);
  });
});
