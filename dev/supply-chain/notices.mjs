// Writes THIRD-PARTY-NOTICES.txt: the licences of the packages that the image ships, and of the data that its files are made from.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licences } from './licences.mjs';

const repository = join(import.meta.dirname, '../..');

/** Licences of data that is no dependency at run time. */
const ofData = [
  'src/places/areas/city-names-license.txt',
  'src/places/kinds/brands-license.txt',
  'src/places/kinds/kinds-license.txt',
  'src/places/country-languages-license.txt',
];

const shipped = execFileSync(
  process.execPath,
  [join(import.meta.dirname, 'shipped-packages.mjs'), 'query', ':root *', '--package-lock-only'],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
// Binaries for other platforms are not installed.
const folders = JSON.parse(shipped)
  .map(({ location }) => join(repository, location))
  .filter((folder) => existsSync(folder));
const named = ({ license, repository: { url } }) => `${license ?? 'A licence'} without a text in the package: ${url}`;
const texts = [licences(folders, named), ...ofData.map((file) => readFileSync(join(repository, file), 'utf8'))];
writeFileSync(join(repository, 'THIRD-PARTY-NOTICES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
