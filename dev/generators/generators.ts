import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirOf } from '../data-dir.js';

/** Generators of clients that others have made. `main.ts` installs them, test/e2e/generated-clients.spec.ts uses them. */
export const GENERATORS = ['java', 'python', 'typescript'] as const;

export type Generator = (typeof GENERATORS)[number];

/** The files that hold the versions. */
export const versionFiles = {
  java: join(__dirname, 'pom.xml'),
  python: join(__dirname, 'requirements.txt'),
  typescript: join(__dirname, 'typescript/package.json'),
} as const satisfies Record<Generator, string>;

/** Where a generator is installed. Another version goes to another folder. */
export function folderOf(generator: Generator, env: NodeJS.ProcessEnv = process.env): string {
  const version = createHash('sha256').update(readFileSync(versionFiles[generator])).digest('hex').slice(0, 8);
  return join(dataDirOf(env), 'generators', `${generator}-${version}`);
}

/** The folder of an installed generator; undefined if it is not installed. */
export function installed(generator: Generator): string | undefined {
  const folder = folderOf(generator);
  return existsSync(folder) ? folder : undefined;
}

/** Programs in Java that end soon cost half as much without the second compiler and threads of the garbage collector. */
export const javaEnvironment = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };

/** The options of openapi-generator that write a client without documents and tests. */
export function javaOptions(contract: string, folder: string): string[] {
  const only = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
  return ['generate', '-i', contract, '-g', 'java', '-o', folder, `--global-property=${only}`];
}
