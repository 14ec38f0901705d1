import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../../hash.js';

/** The same places twice: with all caches, and without any. */
export const solrCores = ['cached', 'uncached'] as const;

const configuration = join(__dirname, 'configuration');
const configSet = ['schema.xml', 'solrconfig.xml'];

/** Lays out empty cores, unless the folder has cores with these places. @returns whether it has */
export function layOutCores(home: string, contents: string): boolean {
  const mark = markOf(home);
  if (existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint(contents)) return true;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(join(home, 'configsets/places/conf'), { recursive: true });
  cpSync(join(configuration, 'solr.xml'), join(home, 'solr.xml'));
  for (const name of configSet) cpSync(join(configuration, name), join(home, 'configsets/places/conf', name));
  for (const core of solrCores) {
    mkdirSync(join(home, core));
    const properties = { name: core, configSet: 'places', caches: String(core === 'cached') };
    const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(home, core, 'core.properties'), lines.join(''));
  }
  return false;
}

export function markLoaded(home: string, contents: string): void {
  writeFileSync(markOf(home), fingerprint(contents));
}

function markOf(home: string): string {
  return join(home, 'contents');
}

/** Of the places, the configuration and the version of Solr. */
function fingerprint(contents: string): string {
  const files = ['solr.xml', ...configSet].map((name) => join(configuration, name));
  return hashOf([contents, ...[...files, join(__dirname, 'pom.xml')].map((file) => readFileSync(file, 'utf8'))]);
}
