import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ClientStore } from '../../src/auth/client-store.js';
import { demonstrationClients } from '../../src/demonstration/credentials.js';
import { maria, password, registerUsersAndClients } from '../support/authorization.js';
import { launchBrowser } from '../support/browser.js';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const run = promisify(execFile);
const script = (name: string): string[] => ['--import', 'tsx', `examples/typescript-client/${name}.ts`];

describe('the typed client', () => {
  const names = Array.from({ length: 60 }, (_, at) => `Mercado ${String(at).padStart(2, '0')}`);
  const { directory } = useDirectory({
    places: names.map((name) => aPlace({ name, address: { city: 'Recife' } })),
    fill: registerUsersAndClients,
  });

  beforeAll(async () => {
    const clients = directory.app.get(ClientStore);
    for (const client of demonstrationClients()) await clients.register(client);
  });

  it('has the types of the committed document', async () => {
    const command = ['node_modules/openapi-typescript/bin/cli.js', 'test/golden/openapi.json'];
    const { stdout } = await run(process.execPath, command, { maxBuffer: 10_000_000 });
    expect(stdout).toBe(readFileSync(resolve('examples/typescript-client/places.d.ts'), 'utf8'));
  });

  it('pages through a search', async () => {
    const { stdout } = await run(process.execPath, [...script('page-through-a-search'), directory.url, 'mercado']);
    const names = stdout.trimEnd().split('\n');
    expect([names.length, names[0], names[59]]).toEqual([60, 'Mercado 00, Recife', 'Mercado 59, Recife']);
  });

  it('runs and compiles in an ES module project with the packages that its README names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'esm-client-'));
    try {
      cpSync(resolve('examples/typescript-client'), folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
      const readme = readFileSync(join(folder, 'README.md'), 'utf8');
      const commands = [...readme.matchAll(/^npm install (?:--save-dev )?(.*)$/gm)];
      const packages = commands.flatMap(([, names = '']) => names.split(' '));
      expect(packages).toEqual(['openapi-fetch', 'tsx', 'typescript', '@types/node']);
      for (const name of packages) {
        mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
        symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
      }
      const program = ['--import', 'tsx', 'page-through-a-search.ts', directory.url, 'mercado 07'];
      expect((await run(process.execPath, program, { cwd: folder })).stdout).toBe('Mercado 07, Recife\n');
      const compiler = resolve('node_modules/typescript/bin/tsc');
      const options = ['--module', 'nodenext', '--strict', '--target', 'es2022', '--outDir', 'out', '--types', 'node'];
      await run(process.execPath, [compiler, ...options, 'page-through-a-search.ts', 'sign-a-user-in.ts'], {
        cwd: folder,
      });
      const compiled = ['out/page-through-a-search.js', directory.url, 'mercado 08'];
      expect((await run(process.execPath, compiled, { cwd: folder })).stdout).toBe('Mercado 08, Recife\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('says which words were searched if no place has all of them', async () => {
    const search = async (q: string) => run(process.execPath, [...script('page-through-a-search'), directory.url, q]);
    const { stdout, stderr } = await search('mercado 07 perto');
    expect([stdout, stderr]).toEqual([
      'Mercado 07, Recife\n',
      'No place has all words as typed. Searched with corrections: mercado 07; without: perto\n',
    ]);
    expect((await search('mercdo 07')).stderr).toContain('Searched with corrections: mercdo 07\n');
  });

  it('signs a user in', async () => {
    const program = spawn(process.execPath, [...script('sign-a-user-in'), directory.url]);
    let output = '';
    program.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const ended = new Promise<number | null>((done) => program.on('exit', done));
    while (program.exitCode === null && !/http\S+state=\S+/.test(output))
      await new Promise((done) => setTimeout(done, 20));
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(/http\S+state=\S+/.exec(output)?.[0] ?? '');
      await page.fill('input[name=email]', maria.email);
      await page.fill('input[name=password]', password);
      await page.click('button[value=sign-in]');
      expect(await ended).toBe(0);
      expect(output).toContain('Signed in: Maria Souza');
    } finally {
      await browser.close();
      program.kill();
    }
  });
});
