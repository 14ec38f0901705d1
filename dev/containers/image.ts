import { run } from '../run-program.js';
import { expectThat } from '../services/start-failure.js';

const MEGABYTE = 1_000_000;

/** Prints the installed development packages, from npm's record of the installation. */
const developmentPackages = `Object.entries(require('./node_modules/.package-lock.json').packages)
  .filter(([, { dev }]) => dev).map(([name]) => name).join(' ')`;

/** Prints the executable files outside /app, except shared libraries. Mount points such as /etc/hosts are empty files. */
const executables = `fs.readdirSync('/').filter((name) => !['app', 'dev', 'proc', 'sys'].includes(name))
  .flatMap((name) => fs.statSync('/' + name).isDirectory() ? fs.readdirSync('/' + name, { recursive: true })
    .map((inner) => '/' + name + '/' + inner) : ['/' + name])
  .filter((path) => fs.lstatSync(path).isFile() && fs.statSync(path).mode & 0o111 && fs.statSync(path).size > 0)
  .filter((path) => !/\\.so\\b/.test(path)).sort().join(' ')`;

/** The bytes of the image: Node.js has about half of them. */
const LARGEST = 300 * MEGABYTE;

/** How docker-compose.yml and k8s/ run the image. */
const RESTRICTIONS = ['--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--security-opt=no-new-privileges'] as const;

interface Bom {
  readonly components: readonly { readonly name: string }[];
}

export async function buildImage(name: string): Promise<void> {
  await run(['docker', 'build', '--tag', name, '.']);
}

/** Runs checks in a container of the image. @returns its megabytes */
export async function inspectImage(name: string): Promise<number> {
  const size = Number(await run(['docker', 'image', 'inspect', '--format', '{{.Size}}', name]));
  expectThat(size <= LARGEST, `the image has at most 300 MB; it has ${(size / MEGABYTE).toFixed(0)} MB`);
  const container = ['docker', 'run', '--rm', ...RESTRICTIONS, name] as const;
  const inside = async (...command: string[]): Promise<string> => (await run([...container, ...command])).trim();
  const user = await inside('node', '--print', '`${os.userInfo().username} ${process.getuid()}`');
  expectThat(user === 'nonroot 65532', `the image runs as nonroot, 65532; it runs as ${user}`);
  const programs = await inside('node', '--print', executables);
  expectThat(
    programs === '/usr/local/bin/cli /usr/local/bin/node',
    `the image has no programs but Node.js and the command line; it has ${programs}`,
  );
  const [version, expected] = [
    await inside('cli', '--version'),
    await inside('node', '--print', 'require("./package.json").version'),
  ];
  expectThat(version === expected, `the command line of the image has its version; it has ${version}`);
  const packages = await inside('node', '--print', "fs.readFileSync('/var/lib/dpkg/status', 'utf8')");
  expectThat(/^Package: libc6$/m.test(packages), `the image names its Debian packages; it names\n${packages}`);
  for (const file of ['THIRD-PARTY-NOTICES.txt', '/usr/share/doc/libc6/copyright']) {
    const text = await inside('node', '--print', `fs.readFileSync('${file}', 'utf8')`);
    expectThat(/licen[cs]e/i.test(text), `the image has the licences of others in ${file}`);
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
  return Math.round(size / MEGABYTE);
}
