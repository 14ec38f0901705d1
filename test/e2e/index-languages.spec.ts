import { IndexInspector } from '../../src/places/search-index/inspect.js';
import { type Result } from '../support/command-line.js';
import { elasticsearch } from '../support/elasticsearch.js';
import { searchable } from '../support/searchable.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

/** The languages come from the countries of the places unless `SEARCH_LANGUAGES` is set. */
const byCountry = { SEARCH_LANGUAGES: undefined };

/** Lines of places of a country, with names in the language of its bakeries. */
function placesIn(country: string | undefined, count: number, more: object = {}): object[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${country ?? 'none'}-${at}`,
    name: country === 'BR' ? 'Padaria' : 'Bageri',
    ...(country !== undefined && { address: { country } }),
    ...more,
  }));
}

describe('the languages of an index', () => {
  const cli = useCommandLine(['reindex']);

  const importPlaces = async (lines: readonly object[], variables: NodeJS.ProcessEnv = byCountry): Promise<Result> => {
    const path = await cli.write('places.ndjson', lines.map((line) => JSON.stringify(line)).join('\n'));
    return cli.run(['import', 'places', path], variables);
  };

  async function status(variables: NodeJS.ProcessEnv = byCountry) {
    const { output } = await cli.run(['index', 'status', '--json'], variables);
    return JSON.parse(output) as {
      live: { name: string; isCurrent: boolean; mappingVersion: string; languages: string[] };
      languages: string[];
      mappingVersion: string;
    };
  }

  it('are English until the country of a place is known', async () => {
    await cli.run(['reindex'], byCountry);
    expect(await status()).toMatchObject({ live: { isCurrent: true, languages: ['en'] }, languages: ['en'] });
  });

  it('are English while another process builds an index', async () => {
    const runner = cli.database.source.createQueryRunner();
    await runner.query('SELECT pg_advisory_lock(731002)');
    try {
      const { messages } = await importPlaces(placesIn('SE', 1));
      expect(messages).toBe('Run `reindex` to find inflections of Swedish too, or set SEARCH_LANGUAGES.\n');
    } finally {
      await runner.query('SELECT pg_advisory_unlock(731002)');
      await runner.release();
    }
    await cli.query('DELETE FROM places');
  });

  it('are those of the places after the first import', async () => {
    expect((await importPlaces(placesIn('DK', 30))).messages).toBe('');
    expect(await status()).toMatchObject({ live: { isCurrent: true, languages: ['da', 'en'] } });
    expect(await searchable(cli, 'q=bagerier')).toHaveLength(30);
  });

  it('stay when places of other countries come, until they are asked for', async () => {
    const before = await status();
    const { messages } = await importPlaces(placesIn('BR', 10));
    expect(messages).toBe('Run `reindex` to find inflections of Portuguese too, or set SEARCH_LANGUAGES.\n');
    const after = await status();
    expect(after.live).toEqual({ ...before.live, documents: 40 });
    expect(after.languages).toEqual(['da', 'en', 'pt']);
    expect(after.mappingVersion).not.toBe(after.live.mappingVersion);
    const { output } = await cli.run(['index', 'status'], byCountry);
    expect(output).toMatch(/languages +Danish, English: `reindex` adds Portuguese/);
    expect(output).toMatch(new RegExp(`mapping +${after.live.mappingVersion}, current`));
  });

  it('are chosen again by `reindex`', async () => {
    const { output } = await cli.run(['reindex'], byCountry);
    expect(output).toMatch(
      /^The new index is live: 40 places in [\d.]+ s\nIt finds inflections of: Danish, English, Portuguese\.\n$/,
    );
    const { live, mappingVersion } = await status();
    expect(live).toMatchObject({ isCurrent: true, mappingVersion, languages: ['da', 'en', 'pt'] });
    expect((await cli.run(['index', 'status'], byCountry)).output).toMatch(/languages +Danish, English, Portuguese\n/);
  });

  it('are not those of countries with less than a hundredth of the places', async () => {
    await importPlaces(placesIn('BR', 200));
    expect((await importPlaces(placesIn('FI', 2))).messages).toBe('');
    expect((await importPlaces(placesIn('FI', 5))).messages).toContain('to find inflections of Finnish too');
  });

  it('are those of SEARCH_LANGUAGES if it is set', async () => {
    const german = { SEARCH_LANGUAGES: 'de' };
    expect(await status(german)).toMatchObject({ live: { isCurrent: false }, languages: ['de'] });
    const { messages } = await importPlaces(placesIn('BR', 1), german);
    expect(messages).toContain('Run `reindex` to find inflections of German too.\n');
    await cli.run(['reindex'], german);
    expect(await status(german)).toMatchObject({ live: { isCurrent: true, languages: ['de'] } });
    // Replicas without the variable take the index as it is.
    expect(await status()).toMatchObject({
      live: { isCurrent: true, languages: ['de'] },
      languages: ['da', 'en', 'fi', 'pt'],
    });
  });
});

describe('the countries of places', () => {
  const { directory } = useDirectory({ env: byCountry });
  const inspector = (): IndexInspector => directory.app.get(IndexInspector);

  const languagesWith = async (values: string): Promise<readonly string[]> => {
    await directory.source.query('DELETE FROM places');
    await directory.source.query(`INSERT INTO places (id, name, country, lat, lng) VALUES ${values}`);
    return (await inspector().status()).languages;
  };

  it.each([
    ['by code', "('a', 'A', 'DK', NULL, NULL)", ['da', 'en']],
    ['by name', "('a', 'A', 'Danmark', NULL, NULL)", ['da', 'en']],
    ['by location', "('a', 'A', NULL, 55.67, 12.56)", ['da', 'en']],
    ['by country before location', "('a', 'A', 'NO', 55.67, 12.56)", ['en', 'nb']],
    ['that nobody knows', "('a', 'A', 'Atlantis', NULL, NULL), ('b', 'B', NULL, NULL, NULL)", ['en']],
    [
      'with four languages in all, those of most places',
      "('a', 'A', 'CH', NULL, NULL), ('b', 'B', 'NL', NULL, NULL), ('c', 'C', 'CH', NULL, NULL)",
      ['de', 'en', 'fr', 'it'],
    ],
  ])('%s', async (_, values, languages) => {
    expect(await languagesWith(values)).toEqual(languages);
  });
});

describe('an index without known languages', () => {
  const { directory } = useDirectory({ env: byCountry });

  it('has another mapping', async () => {
    const inspector = directory.app.get(IndexInspector);
    const { name = '', mappingVersion } = (await inspector.describeLive()) ?? {};
    const remap = (_meta: object) => elasticsearch(`${name}/_mapping`, 'PUT', { _meta });
    await remap({ version: mappingVersion });
    expect(await inspector.describeLive()).toMatchObject({ isCurrent: false, languages: [] });
    // Of a version of the service that knows more languages.
    await remap({ version: 'other', languages: ['en', 'tlh'] });
    expect(await inspector.describeLive()).toMatchObject({ isCurrent: false, languages: ['en'] });
  });
});
