import { execFile, spawnSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve, dirname } from 'node:path';
import { promisify } from 'node:util';
import { installed, javaEnvironment, javaOptions } from '../../dev/generators/generators.js';
import { ClientStore } from '../../src/auth/client-store.js';
import { serviceVersion } from '../../src/config/process.js';
import { demonstrationClients } from '../../src/demonstration/credentials.js';
import { maria, password, registerUsersAndClients } from '../support/authorization.js';
import { launchBrowser } from '../support/browser.js';
import { aPlace, aUser } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const execute = promisify(execFile);
const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** `dev/generators/install.sh` installs them. */
const java = has('javac') ? installed('java') : undefined;
const python = has('python3') ? installed('python') : undefined;
const typescript = installed('typescript');

const describeWith = (folder: string | undefined) => (folder === undefined ? describe.skip : describe);

/** Each starts several compilers. */
const timeoutMs = 120_000;

/** Each program searches with lists of two values, and reads a user and a place. */
const javaProgram = `
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;

public class Main {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.setBasePath(args[0]);
    client.setAccessToken(args[1]);
    var results = new PlacesApi(client).searchPlaces("mercado", null, null, List.of("address.city:\\"São Paulo\\""), null,
      List.of("name", "phones"), List.of("statistics.rating desc", "name"), 2, null, null, null, null, null, null, null,
      null, null, null, null, null, null, null, null, null, null, null, null, null, null).getResults();
    System.out.println(results.getHeader().getFound());
    for (var place : results.getPlaces()) System.out.println(place.getName() + " " + place.getPhones() + " " + place.getAddress());
    System.out.println(new UsersApi(client).getUser("maria", List.of("id", "name"), null, null).getUser().getName());
    System.out.println(new PlacesApi(client).getPlace("a", null, null, null, null).getPlace().getAddress().getCity());
    System.exit(0);
  }
}
`;

const pythonProgram = `
import sys
from client import AuthenticatedClient
from client.api.places import get_place, search_places
from client.api.users import get_user
from client.models import GetUserFlItem, SearchPlacesFlItem, SearchPlacesSortItem

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2], raise_on_unexpected_status=True)
results = search_places.sync(client=client, q='mercado', fq=['address.city:"São Paulo"'], rows=2,
  fl=[SearchPlacesFlItem.NAME, SearchPlacesFlItem.PHONES],
  sort=[SearchPlacesSortItem('statistics.rating desc'), SearchPlacesSortItem.NAME]).results
print(results.header.found)
for place in results.places:
  print(place.name, '[' + ', '.join(place.phones) + ']', place.address or 'null')
print(get_user.sync('maria', client=client, fl=[GetUserFlItem.ID, GetUserFlItem.NAME]).user.name)
print(get_place.sync('a', client=client).place.address.city)
`;

const typescriptProgram = `
import { Api } from './client.js';

const [baseUrl = '', token = ''] = process.argv.slice(2);
const securityWorker = () => ({ headers: { Authorization: \`Bearer \${token}\` } });
const { v2 } = new Api({ baseUrl, securityWorker, baseApiParams: { secure: true } });

const { data } = await v2.searchPlaces({
  q: 'mercado',
  fq: ['address.city:"São Paulo"'],
  fl: ['name', 'phones'],
  sort: ['statistics.rating desc', 'name'],
  rows: 2,
});
console.log(data.results.header.found);
for (const { name, phones = [], address } of data.results.places) console.log(\`\${name} [\${phones.join(', ')}] \${address ?? null}\`);
console.log((await v2.getUser('maria', { fl: ['id', 'name'] })).data.user.name);
console.log((await v2.getPlace('a')).data.place.address?.city);
`;

describe('clients that others generate from the contract', () => {
  const address = { city: 'São Paulo' };
  const { directory, tokens } = useDirectory({
    users: [aUser({ id: 'maria', name: 'Maria Souza' })],
    places: [
      aPlace({ id: 'a', name: 'Mercado A', phones: ['551130000001'], address, statistics: { rating: '4.0' } }),
      aPlace({ id: 'b', name: 'Mercado B', phones: ['551130000002'], address, statistics: { rating: '4.9' } }),
      aPlace({ id: 'c', name: 'Mercado C', phones: ['551130000003'], address, statistics: { rating: '1.0' } }),
      aPlace({ id: 'd', name: 'Mercado D', address: { city: 'Recife' } }),
    ],
    tokens: ['application'],
  });
  const printed = '3\nMercado B [551130000002] null\nMercado A [551130000001] null\nMaria Souza\nSão Paulo\n';
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'generated-clients-'));
    writeFileSync(join(folder, 'openapi.json'), (await directory.get('/openapi.json')).text);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs a program in the folder. @returns its standard output @throws Error with what it wrote if it fails */
  const run = async (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> => {
    const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 2 ** 26 };
    return (await execute(command, args, options)).stdout;
  };

  describeWith(java)('a Java client (needs openapi-generator and a JDK)', () => {
    it(
      'compiles, searches and reads a user: Java',
      async () => {
        const home = java ?? '';
        const generator = join(home, 'openapi-generator-cli.jar');
        await run('java', ['-jar', generator, ...javaOptions('openapi.json', 'java')], javaEnvironment);
        writeFileSync(join(folder, 'Main.java'), javaProgram);
        const sources = readdirSync(join(folder, 'java/src/main'), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.java'))
          .map((name) => join('java/src/main', name));
        const libraries = join(home, 'lib', '*');
        const encoding = ['-encoding', 'UTF-8', '-nowarn'];
        const files = ['-d', 'classes', '-cp', libraries, 'Main.java', ...sources];
        await run('javac', [...encoding, ...files], javaEnvironment);
        const options = ['-Dstdout.encoding=UTF-8', '-Dfile.encoding=UTF-8', '-cp', `classes${delimiter}${libraries}`];
        const main = ['Main', directory.url, tokens.application];
        expect(await run('java', [...options, ...main], javaEnvironment)).toBe(printed);
      },
      timeoutMs,
    );
  });

  describeWith(python)('a Python client (needs openapi-python-client)', () => {
    it(
      'compiles, searches and reads a user: Python',
      async () => {
        const env = { PYTHONPATH: python, PYTHONIOENCODING: 'utf-8' };
        const options = ['--path', 'openapi.json', '--output-path', 'client', '--meta', 'none'];
        await run('python3', ['-m', 'openapi_python_client', 'generate', ...options], env);
        writeFileSync(join(folder, 'main.py'), pythonProgram);
        await run('python3', ['-m', 'compileall', '-q', 'client'], env);
        expect(await run('python3', ['main.py', directory.url, tokens.application], env)).toBe(printed);
      },
      timeoutMs,
    );
  });

  describeWith(typescript)('a TypeScript client (needs swagger-typescript-api)', () => {
    it(
      'compiles, searches and reads a user: TypeScript',
      async () => {
        const generator = join(typescript ?? '', 'node_modules/.bin/swagger-typescript-api');
        mkdirSync(join(folder, 'typescript'));
        const options = ['--path', 'openapi.json', '--output', 'typescript', '--name', 'client.ts'];
        await run(generator, ['generate', ...options]);
        writeFileSync(join(folder, 'typescript/package.json'), '{"type": "module"}');
        writeFileSync(join(folder, 'typescript/main.ts'), typescriptProgram);
        const compiler = resolve('node_modules/typescript/bin/tsc');
        const types = ['--typeRoots', resolve('node_modules/@types'), '--types', 'node'];
        const language = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
        await run(process.execPath, [
          compiler,
          ...language,
          ...types,
          '--outDir',
          'typescript/out',
          'typescript/main.ts',
        ]);
        const main = 'typescript/out/main.js';
        expect(await run(process.execPath, [main, directory.url, tokens.application])).toBe(printed);
      },
      timeoutMs,
    );
  });
});

const run = promisify(execFile);
const script = (name: string): string[] => ['--import', 'tsx', `packages/client/examples/${name}.ts`];

describe('the typed client', () => {
  const names = Array.from({ length: 60 }, (_, at) => `Mercado ${String(at).padStart(2, '0')}`);
  const { directory } = useDirectory({
    places: names.map((name) => aPlace({ name, address: { city: 'Recife' } })),
    fill: registerUsersAndClients,
  });

  beforeAll(async () => {
    const clients = directory.app.get(ClientStore);
    for (const client of demonstrationClients()) await clients.register(client);
  });

  it('has the types of the committed document', async () => {
    const command = ['node_modules/openapi-typescript/bin/cli.js', 'test/golden/openapi.json'];
    const { stdout } = await run(process.execPath, command, { maxBuffer: 10_000_000 });
    expect(stdout).toBe(readFileSync(resolve('packages/client/src/places.ts'), 'utf8'));
  });

  it('pages through a search', async () => {
    const { stdout } = await run(process.execPath, [...script('page-through-a-search'), directory.url, 'mercado']);
    const names = stdout.trimEnd().split('\n');
    expect([names.length, names[0], names[59]]).toEqual([60, 'Mercado 00, Recife', 'Mercado 59, Recife']);
  });

  it(
    'is a package that compiles and runs in a project of its own',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'client-package-'));
      const installed = join(folder, 'node_modules/place-directory-client');
      try {
        // CI sets `ignore-scripts`, and the package is built by one.
        await run('npm', ['pack', '--ignore-scripts=false', '--pack-destination', folder], {
          cwd: resolve('packages/client'),
        });
        mkdirSync(installed, { recursive: true });
        const archive = join(folder, `place-directory-client-${serviceVersion}.tgz`);
        await run('tar', ['--extract', '--strip-components=1', `--file=${archive}`], { cwd: installed });
        for (const name of ['openapi-fetch', 'openapi-typescript-helpers', '@types/node', 'undici-types']) {
          mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
          symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
        }
        expect(readdirSync(installed).sort()).toEqual(['README.md', 'dist', 'package.json']);
        const readme = readFileSync(join(installed, 'README.md'), 'utf8');
        writeFileSync(join(folder, 'first.ts'), /```ts\n([^]*?)```/.exec(readme)?.[1] ?? '');
        writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
        const examples = ['page-through-a-search', 'sign-a-user-in'];
        for (const name of examples) {
          const text = readFileSync(resolve(`packages/client/examples/${name}.ts`), 'utf8');
          writeFileSync(join(folder, `${name}.ts`), text.replace('../src/client.js', 'place-directory-client'));
        }
        const compiler = resolve('node_modules/typescript/bin/tsc');
        const options = [...'--module nodenext --strict --target es2022 --outDir out --types node'.split(' ')];
        const sources = ['first', ...examples].map((name) => `${name}.ts`);
        await run(process.execPath, [compiler, ...options, ...sources], { cwd: folder });
        const program = (...args: string[]) => run(process.execPath, args, { cwd: folder });
        expect((await program('out/first.js', directory.url)).stdout).toBe('Mercado 00 Recife\nMercado 01 Recife\n');
        const search = await program('out/page-through-a-search.js', directory.url, 'mercado 08');
        expect(search.stdout).toBe('Mercado 08, Recife\n');
        const inCommonJs = "typeof require('place-directory-client').getToken";
        expect((await program('--input-type=commonjs', '--print', inCommonJs)).stdout).toBe('function\n');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    timeoutMs,
  );

  it('says which words were searched if no place has all of them', async () => {
    const search = async (q: string) => run(process.execPath, [...script('page-through-a-search'), directory.url, q]);
    const { stdout, stderr } = await search('mercado 07 perto');
    expect([stdout, stderr]).toEqual([
      'Mercado 07, Recife\n',
      'No place has all words as typed. Searched with corrections: mercado 07; without: perto\n',
    ]);
    expect((await search('mercdo 07')).stderr).toContain('Searched with corrections: mercdo 07\n');
  });

  it('signs a user in', async () => {
    const program = spawn(process.execPath, [...script('sign-a-user-in'), directory.url]);
    let output = '';
    program.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const ended = new Promise<number | null>((done) => program.on('exit', done));
    while (program.exitCode === null && !/http\S+state=\S+/.test(output))
      await new Promise((done) => setTimeout(done, 20));
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(/http\S+state=\S+/.exec(output)?.[0] ?? '');
      await page.fill('input[name=email]', maria.email);
      await page.fill('input[name=password]', password);
      await page.click('button[value=sign-in]');
      expect(await ended).toBe(0);
      expect(output).toContain('Signed in: Maria Souza');
    } finally {
      await browser.close();
      program.kill();
    }
  });
});
