import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { finished } from '../run-program.js';

const root = join(__dirname, '../..');
const contract = join(root, 'test/golden/openapi.json');
const tsx = pathToFileURL(require.resolve('tsx')).href;
const program = ['--import', tsx, join(__dirname, 'main.ts')];
const hasOasdiff = spawnSync('go', ['tool', '-C', join(__dirname, 'oasdiff'), 'oasdiff', '--version']).status === 0;

interface Document {
  paths: Record<string, { get: { deprecated?: boolean; summary?: string; 'x-sunset'?: string } }>;
}

(hasOasdiff ? describe : describe.skip)('npm run check:api (needs Go and the modules of oasdiff)', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'api-changes-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Compares the contract with itself, once both are changed. */
  async function compare(change: (document: Document) => void, changeBase: typeof change = () => undefined) {
    const write = (name: string, edit: typeof change): string => {
      const document = JSON.parse(readFileSync(contract, 'utf8')) as Document;
      edit(document);
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify(document));
      return file;
    };
    const files = [write('base.json', changeBase), write('current.json', change)];
    return check(root, ...files);
  }

  async function check(cwd: string, ...files: string[]) {
    const { status, output, messages } = await finished(spawn(process.execPath, [...program, ...files], { cwd }));
    return { status, text: output + messages };
  }

  const place = '/v2/places/{placeId}';
  const remove = (document: Document): void => {
    delete document.paths['/v2/places/{placeId}'];
  };

  it('passes if a route is removed after its sunset', async () => {
    const deprecated = ({ paths }: Document): void => {
      if (paths[place]) Object.assign(paths[place].get, { deprecated: true, 'x-sunset': '2020-01-01' });
    };
    expect((await compare(remove, deprecated)).status).toBe(0);
  });

  it('fails if a route is deprecated with a sunset that is too early', async () => {
    const soon = new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    const { status, text } = await compare(({ paths }) => {
      if (paths[place]) Object.assign(paths[place].get, { deprecated: true, 'x-sunset': soon });
    });
    expect([status, text]).toEqual([1, expect.stringContaining('sunset')]);
  });

  it('compares with the newest tag of a release below the commit, and is not run without one', async () => {
    const repository = join(folder, 'repository');
    const file = join(repository, 'test/golden/openapi.json');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args], { cwd: repository });
    const write = (document: Document) => {
      writeFileSync(file, JSON.stringify(document));
    };
    const commit = () => git('commit', '--quiet', '--no-gpg-sign', '--allow-empty', '--message=Change');
    const document = JSON.parse(readFileSync(contract, 'utf8')) as Document;
    mkdirSync(join(repository, 'test/golden'), { recursive: true });
    git('init', '--quiet');
    write(document);
    git('add', '.');
    commit();
    const isNotRun = { status: 0, text: expect.stringContaining('no release has a tag') };
    expect(await check(repository)).toEqual(isNotRun);
    git('tag', 'v0.1.0');
    expect(await check(repository)).toEqual(isNotRun);
    commit();
    expect(await check(repository)).toEqual({ status: 0, text: expect.stringContaining('No breaking changes') });
    remove(document);
    write(document);
    git('add', '.');
    commit();
    const isBroken = { status: 1, text: expect.stringContaining(`GET ${place}`) };
    expect(await check(repository)).toEqual(isBroken);
    git('tag', 'v0.2.0');
    expect(await check(repository)).toEqual(isBroken);
  });
});
