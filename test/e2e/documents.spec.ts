import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { islandSource } from '../../src/demonstration/island.js';
import { type Block, blocksOf, documents, root, textOf } from '../documents/blocks.js';
import { commandsOf, elsewhere, runHere } from '../documents/elsewhere.js';
import { Shell } from '../documents/shell.js';
import { useBrowser } from '../support/use-browser.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

/** Without recipes, which `npm run test:slow -- recipes` tests, and decisions, which have no commands. */
const run = documents().filter((document) => !/^docs\/(recipes|adr)\//.test(document));
const programs = { js: [process.execPath, '--input-type=module', '-'], python: ['python3', '-'] };
const has = (program: string) => spawnSync(program, ['--version']).status === 0;

/** Each test starts several programs. */
const timeoutMs = 120_000;

const commandLine = useCommandLine(['seed']);
const { directory, tokens } = useDirectory({
  env: { SEARCH_TIMEOUT: '20000', OLD_CLIENTS: 'password-grant' },
  over: commandLine,
  fill: (directory) => directory.settle(),
  tokens: ['application'],
});
const browser = useBrowser(commandLine);

const source = { name: islandSource.name, attribution: islandSource.attribution };

describe('the invented island', () => {
  const get = (path: string) => directory.get(path, tokens.application);

  it.each(['places', 'users', 'follows', 'checkins', 'reviews'] as const)(
    'is loaded beside the places by hand: %s',
    async (kind) => {
      const data = join(root, 'src/cli/seed/data');
      const byHand = readFileSync(join(data, `${kind}.ndjson`), 'utf8');
      const ofIsland = gunzipSync(readFileSync(join(data, 'island', `${kind}.ndjson.gz`))).toString();
      const [row] = await commandLine.query<{ count: number }>(`SELECT count(*)::integer FROM ${kind}`);
      expect(row?.count).toBe((byHand + ofIsland).trimEnd().split('\n').length);
    },
  );

  it('has statistics that agree with its reviews and check-ins', async () => {
    const statistics = () =>
      commandLine.query("SELECT id, rating::text, reviews, checkins FROM places WHERE id LIKE 'velmara-%' ORDER BY id");
    const before = await statistics();
    expect(before).toHaveLength(2994);
    expect((await commandLine.run(['recount'])).status).toBe(0);
    expect(await statistics()).toEqual(before);
  });

  it('says that it is invented', async () => {
    const { body } = await get('/v2/sources');
    expect(body.sourceResults.sources[0]).toMatchObject(source);
    expect(body.sourceResults.sources[0].name).toMatch(/invented/);
    const { body: found } = await get('/v2/places?q=pizza in old town&rows=1&fl=source,address');
    expect(found.results.places[0]).toMatchObject({
      address: { country: 'Velmara', city: 'Port Velmara', district: 'Old Town' },
      source,
    });
  });

  it.each([
    ['bakery', 'Bakery'],
    ['farmácia', 'Pharmacy'],
    ['cafe in saltgate', 'Cafe'],
    ['dentist in gullhaven', 'Dentist'],
  ])('is searched by kinds, districts and villages: %s', async (words, subcategory) => {
    const { body } = await get(`/v2/places?q=${encodeURIComponent(words)}&rows=1`);
    expect(body.results.places[0].categories[0].subcategory.name).toBe(subcategory);
    if (words.includes(' in ')) expect(body.results.header.where.name.toLowerCase()).toBe(words.split(' in ')[1]);
  });

  it.each([
    ['river', 'River Averill'],
    ['the harbour', 'Velmara Harbour'],
    ['lake', 'Lake Averill'],
    ['ferry pier', 'Ferry Pier'],
  ])('has what its map names: %s', async (words, name) => {
    // Around the middle of the city, as on its map.
    for (const around of ['', '&location.bias=31.409,-46.9']) {
      const { body } = await get(`/v2/places?q=${encodeURIComponent(words)}&rows=1${around}`);
      expect(body.results.places[0]).toMatchObject({ name });
    }
  });

  it.each([
    ['museum near the harbour', 'Museum', 'Velmara Harbour'],
    ['pharmacy near the river', 'Pharmacy', 'River Averill'],
  ])('is searched near what its map names: %s', async (words, subcategory, name) => {
    const { body } = await get(`/v2/places?q=${encodeURIComponent(words)}&location.bias=31.409,-46.9`);
    const { header, places } = body.results;
    expect(header.near).toMatchObject({ of: 'place', name });
    expect(places[0].categories[0].subcategory.name).toBe(subcategory);
  });

  it.each([
    ['harbour str', { type: 'street', text: 'Harbour Street' }],
    ['VM2 1', { type: 'postcode' }],
    ['saltg', { type: 'district', text: 'Saltgate' }],
    ['port vel', { type: 'city', text: 'Port Velmara' }],
    ['gannet', { type: 'place', text: 'Gannet Coffee', places: 9 }],
  ])('is suggested: %s', async (typed, suggestion) => {
    const { body } = await get(`/v2/places/suggest?q=${encodeURIComponent(typed)}`);
    expect(body.suggestionResults.suggestions).toContainEqual(expect.objectContaining(suggestion));
  });

  it('has pictures of this service, which load nothing', async () => {
    const { body } = await get('/v2/places?fq=featured.photo.medium:[* TO *]&rows=1&fl=featured');
    const address: string = body.results.places[0].featured.photo.medium;
    expect(address.startsWith(`${directory.url}/explore/pictures/`)).toBe(true);
    const response = await fetch(address);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^image\/svg\+xml/),
    ]);
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(response.headers.get('cache-control')).toContain('max-age=');
    expect(await response.text()).toMatch(/^<svg /);
    expect((await fetch(`${directory.url}/explore/pictures/none-1.svg`)).status).toBe(404);
  });

  it('is what /explore opens on', async () => {
    const page = await browser.newPage();
    await page.goto(`${directory.url}/explore?lang=pt`);
    const map = page.locator('.map-view[data-painted] canvas');
    await map.waitFor();
    expect(new URL(page.url()).search).toBe('?lang=pt');
    await map.focus();
    await page.keyboard.press('Equal');
    await page.waitForURL(/[?&]at=31\.\d+%2C-46\.\d+%2C1\d(?:\.\d+)?(?:$|&)/);
  });

  it('says of its reviews that nobody wrote them', async () => {
    const rows = await commandLine.query("SELECT DISTINCT source FROM reviews WHERE id LIKE 'sample-%'");
    expect(rows).toEqual([{ source: 'generated' }]);
  });
});

// After the island: its commands change it.
describe('the documents', () => {
  let shell: Shell;
  const before = process.cwd();

  beforeAll(async () => {
    fill(commandLine.folder);
    // The command line runs in this process and uses its working directory.
    process.chdir(commandLine.folder);
    shell = await Shell.start(commandLine);
  }, timeoutMs);

  afterAll(async () => {
    process.chdir(before);
    await shell.stop();
  });

  const here = (text: string) => text.replaceAll('http://localhost:3000', directory.url);

  const expectPrinted = ({ output: expected }: Block, printed: string) => {
    if (!expected) return;
    if (expected.language === 'json') {
      const json = JSON.stringify(JSON.parse(here(expected.text)));
      expect(printed.trimEnd().slice(-json.length)).toBe(json);
    } else {
      const parts = here(expected.text).trimEnd().split('…');
      const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      expect(printed.trimEnd()).toMatch(new RegExp(`^${escaped.join('.+')}$`, 's'));
    }
  };

  const shellBlocks = (document: string) => blocksOf(document).filter(({ language }) => language === 'sh');

  // The blocks of a document are one script, in the order of the document.
  it.each(run.filter((document) => shellBlocks(document).length > 0))(
    'say commands that work: %s',
    async (document) => {
      const blocks = shellBlocks(document);
      const script = blocks.map((block) => `${curlFor(block)}\n${here(runHere(block.text))}\nprintf '\\0'\n`).join('');
      const { status, output, messages } = await shell.run('bash', ['-euo', 'pipefail', '-s'], script);
      expect({ status, ...(status !== 0 && { output, messages }) }).toEqual({ status: 0 });
      const printed = output.split('\0').slice(0, -1);
      expect(printed).toHaveLength(blocks.length);
      for (const [at, block] of blocks.entries()) expectPrinted(block, printed[at] ?? '');
    },
    timeoutMs,
  );

  const written = (language: keyof typeof programs) =>
    run.flatMap((document) =>
      blocksOf(document)
        .filter((block) => block.language === language)
        .map((block): [string, Block] => [`${document}:${block.line}`, block]),
    );

  const expectRuns = async (language: keyof typeof programs, block: Block) => {
    const [program = '', ...args] = programs[language];
    const { status, output, messages } = await shell.run(program, args, here(block.text));
    expect([status, messages]).toEqual([0, '']);
    expect(output).not.toBe('');
    expectPrinted(block, output);
  };

  it.each(written('js'))('have JavaScript that runs: %s', (_, block) => expectRuns('js', block), timeoutMs);

  (has('python3') ? describe : describe.skip)('in Python (needs python3)', () => {
    it.each(written('python'))('have Python that runs: %s', (_, block) => expectRuns('python', block), timeoutMs);
  });

  it('have something to run in every language', () => {
    for (const language of ['js', 'python'] as const) expect(written(language)).not.toEqual([]);
  });

  it('leave no command to others without need', () => {
    const all = run.flatMap(shellBlocks).flatMap(({ text }) => commandsOf(text));
    for (const { command, by } of elsewhere) {
      expect([by, all.some((text) => command.test(text.replace(/\s+#.*$/, '').trim()))]).toEqual([by, true]);
    }
  });

  it('name commands of npm that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
    const named = documents().flatMap((document) =>
      [...textOf(document).matchAll(/npm run ([a-z][a-z0-9:-]*)/g)].map(([, name]) => name),
    );
    expect(named.filter((name) => name === undefined || !(name in scripts))).toEqual([]);
  });
});

/** Makes curl fail on error statuses, except in blocks that show an error. */
function curlFor({ output }: Block): string {
  const showsError = output?.language === 'json' && /"status": [45]\d\d/.test(output.text);
  return `export CURL_HOME=${showsError ? '/dev/null' : '"$PWD"'}`;
}

/** Copies the files to import and the examples into the folder. */
function fill(folder: string): void {
  cpSync(join(root, 'src/cli/seed/data'), folder, { recursive: true });
  cpSync(join(root, 'test/documents/files'), folder, { recursive: true });
  writeFileSync(join(folder, 'places.csv.gz'), gzipSync(readFileSync(join(folder, 'places.csv'))));
  writeFileSync(join(folder, '.curlrc'), 'fail\nshow-error\n');
  for (const name of ['packages', 'node_modules']) symlinkSync(join(root, name), join(folder, name));
}
