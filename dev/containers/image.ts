import { readFileSync } from 'node:fs';
import { run, succeeds } from '../run-program.js';
import { expectThat } from '../services/start-failure.js';

const MEGABYTE = 1_000_000;

/** Prints the installed development packages, from npm's record of the installation. */
const developmentPackages = `Object.entries(require('./node_modules/.package-lock.json').packages)
  .filter(([, { dev }]) => dev).map(([name]) => name).join(' ')`;

/** The bytes that the image may add to its base. */
const LARGEST = 250 * MEGABYTE;

/** How docker-compose.yml and k8s/ run the image. */
const RESTRICTIONS = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges'] as const;

interface Bom {
  readonly components: readonly { readonly name: string }[];
}

export async function buildImage(name: string): Promise<void> {
  await run(['docker', 'build', '--tag', name, '.']);
}

/** Runs checks in a container of the image. @returns the megabytes that the image adds to its base */
export async function inspectImage(name: string): Promise<number> {
  const base = /^FROM (\S+)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? '';
  const added = (await sizeOf(name)) - (await sizeOf(base));
  expectThat(added <= LARGEST, `the image adds at most 250 MB to ${base}; it adds ${(added / MEGABYTE).toFixed(0)} MB`);
  const container = ['docker', 'run', '--rm', ...RESTRICTIONS, name] as const;
  const inside = async (...command: string[]): Promise<string> => (await run([...container, ...command])).trim();
  expectThat(Number(await inside('node', '--print', 'process.getuid()')) > 0, 'the image does not run as root');
  for (const shell of ['sh', '/bin/sh', 'bash', 'busybox']) {
    expectThat(!(await succeeds(...container, shell, '--help')), `the image has no shell; it has ${shell}`);
  }
  const unexpected = await inside('node', '--print', developmentPackages);
  expectThat(unexpected === '', `the image holds no development packages; it holds ${unexpected}`);
  const listed = JSON.parse(await inside('node', '--print', "fs.readFileSync('sbom.cdx.json', 'utf8')")) as Bom;
  expectThat(
    listed.components.some((component) => component.name === 'pg'),
    'the image holds its SBOM',
  );
  const hash = await inside('node', '--eval', "require('@node-rs/argon2').hash('password').then(console.log)");
  expectThat(hash.startsWith('$argon2id$'), `the image can hash passwords; it printed ${hash}`);
  expectThat(
    (await inside('node', 'dist/cli/main.js', '--help')).includes('reindex'),
    'the command line runs in the image',
  );
  return Math.round(added / MEGABYTE);
}

async function sizeOf(image: string): Promise<number> {
  return Number(await run(['docker', 'image', 'inspect', '--format', '{{.Size}}', image]));
}
