import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from '../run-program.js';

const root = join(__dirname, '../..');

interface Locked {
  readonly version: string;
  readonly dev?: boolean;
  readonly name?: string;
}

interface Bom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly type: string } };
  readonly components: readonly { readonly 'bom-ref': string; readonly hashes?: readonly { readonly alg: string }[] }[];
}

describe('npm run sbom', () => {
  it('lists all packages that the image ships, with their hashes', async () => {
    const { status, output } = await finished(spawn('npm', ['run', '--silent', 'sbom'], { cwd: root }));
    expect(status).toBe(0);
    const bom = JSON.parse(output) as Bom;
    expect([bom.bomFormat, bom.metadata.component]).toEqual([
      'CycloneDX',
      expect.objectContaining({ name: 'place-directory', type: 'application' }),
    ]);
    const listed = new Set(bom.components.map((component) => component['bom-ref']));
    const bundled = bundledPackages();
    expect([...productionPackages(), ...bundled].filter((each) => !listed.has(each))).toEqual([]);
    // Some packages name types among what they need.
    const others = developmentPackages().filter((each) => !each.startsWith('@types/') && !bundled.includes(each));
    expect(others.length).toBeGreaterThan(20);
    expect(others.filter((each) => listed.has(each))).toEqual([]);
    expect(new Set(bom.components.map(({ hashes = [] }) => hashes[0]?.alg))).toEqual(new Set(['SHA-512']));
  });
});

/** npm keeps it as an optional peer of i18next. The Dockerfile removes it. */
const removed = 'node_modules/typescript';

/** The production packages of the lock file. A package may be installed in several places. */
function productionPackages(): string[] {
  const production = Object.entries(readLock()).filter(
    ([path, { dev }]) => path !== '' && path !== removed && dev !== true,
  );
  return production.map(
    ([path, { name, version }]) => `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`,
  );
}

/** The packages in the page /explore, of which web/build.mjs collects the licences. */
function bundledPackages(): string[] {
  const assets = join(root, 'src/explore/assets');
  const { licences } = JSON.parse(readFileSync(join(assets, 'bundle.json'), 'utf8')) as { licences: string };
  const headings = readFileSync(join(assets, licences), 'utf8').matchAll(/^([\w@/-]+) (\d[\w.-]*) \(\S+\)$/gm);
  const packages = [...headings].map(([, name = '', version = '']) => `${name}@${version}`);
  expect(packages.length).toBeGreaterThan(2);
  return packages;
}

/** The packages that package.json names for development. */
function developmentPackages(): string[] {
  const lock = readLock();
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return Object.keys(devDependencies)
    .map((name) => [name, lock[`node_modules/${name}`]] as const)
    .filter(([, locked]) => locked?.dev === true)
    .map(([name, locked]) => `${name}@${locked?.version ?? ''}`);
}

function readLock(): Record<string, Locked> {
  return (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> })
    .packages;
}
