import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf } from '../data-dir.js';

/** The files that hold the versions of the generators of clients. */
const versionFiles = {
  java: 'pom.xml',
  python: 'requirements.txt',
  typescript: 'typescript/package.json',
} as const;

/** The folder in which `install.sh` has installed a generator; undefined if it is not installed. */
export function installed(generator: keyof typeof versionFiles): string | undefined {
  const versions = readFileSync(join(__dirname, versionFiles[generator]));
  const version = createHash('sha256').update(versions).digest('hex').slice(0, 8);
  const folder = join(dataDirOf(process.env), 'generators', `${generator}-${version}`);
  return existsSync(folder) ? folder : undefined;
}

/** Programs in Java that end soon cost half as much without the second compiler and threads of the garbage collector. */
export const javaEnvironment = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };

/** The options of openapi-generator that write a client without documents and tests. */
export function javaOptions(contract: string, folder: string): string[] {
  const only = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
  return ['generate', '-i', contract, '-g', 'java', '-o', folder, `--global-property=${only}`];
}
