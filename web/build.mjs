// Builds src/explore/assets from this folder: script, style, country outlines, licences and bundle.json.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, '../src/explore/assets');
const resolve = createRequire(import.meta.url).resolve;

const { outputFiles, metafile } = await build({
  entryPoints: { explore: join(here, 'main.tsx') },
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  // Leaflet's style refers to images of controls that this page does not use.
  loader: { '.png': 'dataurl' },
  plugins: [iconOutlines()],
  legalComments: 'none',
  entryNames: '[name]-[hash]',
  outdir: folder,
  tsconfig: join(here, 'tsconfig.json'),
  metafile: true,
  write: false,
  logLevel: 'warning',
});

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

/** Writes a file and its compressed versions, so that the service does not compress per request. */
const write = (path, contents) => {
  // Quality 11 takes fifteen times as long and saves a tenth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(path, contents);
  writeFileSync(`${path}.br`, brotliCompressSync(contents, { params }));
  writeFileSync(`${path}.gz`, gzipSync(contents));
};

const named = (extension) => {
  const { path, contents } = outputFiles.find((file) => file.path.endsWith(extension));
  write(path, contents);
  return basename(path);
};

const hashed = (name, extension, contents) => {
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 10);
  const file = `${name}-${hash}${extension}`;
  write(join(folder, file), contents);
  return file;
};

/** Packages without a licence text, and one of the same project and licence that has it. */
const textsOfOthers = { '@protomaps/basemaps': 'protomaps-leaflet', pmtiles: 'protomaps-leaflet' };

const names = {
  script: named('.js'),
  style: named('.css'),
  outlines: hashed('outlines', '.json', readFileSync(resolve('world-atlas/countries-50m.json'))),
  fineOutlines: hashed('fine-outlines', '.json', readFileSync(resolve('world-atlas/countries-10m.json'))),
  licences: hashed('licences', '.txt', licences([...packagesOf(metafile), 'world-atlas'])),
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

function packagesOf({ inputs }) {
  // A package can have others below it.
  const found = Object.keys(inputs).map((path) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(found.filter((name) => name !== undefined))].sort();
}

/** Licence texts of the bundled packages. */
function licences(packages) {
  return packages
    .map((name) => {
      const home = join(here, '../node_modules', name);
      const { version, license } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
      const textHome = join(here, '../node_modules', textsOfOthers[name] ?? name);
      const file = readdirSync(textHome).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : readFileSync(join(textHome, file), 'utf8');
      if (text === '') throw new Error(`${name} brings no licence`);
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
