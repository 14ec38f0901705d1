import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { useBrowser } from '../support/use-browser.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

const folder = join(__dirname, '../../src/cli/seed/data/providence');

const linesOf = (kind: string) =>
  gunzipSync(readFileSync(join(folder, `${kind}.ndjson.gz`)))
    .toString()
    .trimEnd()
    .split('\n').length;

const browser = useBrowser();

describe('the sample city', () => {
  const commandLine = useCommandLine(['seed']);
  const { directory, tokens } = useDirectory({
    over: commandLine,
    fill: (directory) => directory.settle(),
    tokens: ['application'],
  });
  const get = (path: string) => directory.get(path, tokens.application);

  it('takes less than a megabyte of the repository', () => {
    const sizes = readdirSync(folder).map((file) => statSync(join(folder, file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_000_000);
  });

  it.each(['places', 'users', 'follows', 'checkins', 'reviews'])(
    'is loaded beside the places by hand: %s',
    async (kind) => {
      const byHand = readFileSync(join(folder, `../${kind}.ndjson`), 'utf8')
        .trimEnd()
        .split('\n').length;
      const [row] = await commandLine.query<{ count: number }>(`SELECT count(*)::integer FROM ${kind}`);
      expect(row?.count).toBe(byHand + linesOf(kind));
    },
  );

  it('has statistics that agree with its reviews and check-ins', async () => {
    const statistics = () =>
      commandLine.query("SELECT id, rating::text, reviews, checkins FROM places WHERE id LIKE 'wof-%' ORDER BY id");
    const before = await statistics();
    expect((await commandLine.run(['recount'])).status).toBe(0);
    expect(await statistics()).toEqual(before);
  });

  it('names its source, and says what is invented', async () => {
    const { body } = await get('/v2/sources');
    expect(JSON.stringify(body)).toContain('publicdomain/zero');
    expect(JSON.stringify(body)).toMatch(/invented/);
    const { body: found } = await get('/v2/places?q=pizza federal hill&rows=1&fl=source,address');
    expect(found.results.places[0]).toMatchObject({
      address: { city: 'Providence', district: 'Federal Hill' },
      source: { name: 'Sample of Providence', attribution: "Who's On First, parts invented" },
    });
  });

  it("leaves places of Who's On First their attribution, that of earlier samples too", async () => {
    const attribution = () => commandLine.query(`SELECT attribution FROM sources WHERE name = 'Who''s On First'`);
    await commandLine.query(
      `INSERT INTO sources (name, attribution) VALUES ('Who''s On First', 'Who''s On First, parts invented')`,
    );
    expect((await commandLine.run(['seed', '--small'])).status).toBe(0);
    expect(await attribution()).toEqual([{ attribution: "Who's On First" }]);
  });

  it('is what /explore opens on', async () => {
    const page = await browser.newPage();
    await page.goto(`${directory.url}/explore`);
    await page.waitForURL(/[?]box=41\.\d+,-71\.\d+,41\.\d+,-71\.\d+$/);
    await page.goto(`${directory.url}/explore?lang=pt`);
    await page.getByRole('application').waitFor();
    expect(new URL(page.url()).search).toBe('?lang=pt');
  });

  it('says of its reviews that nobody wrote them', async () => {
    const rows = await commandLine.query("SELECT DISTINCT source FROM reviews WHERE id LIKE 'sample-%'");
    expect(rows).toEqual([{ source: 'generated' }]);
  });
});
