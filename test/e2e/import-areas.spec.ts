import { waitUntil } from '../support/retry.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';

describe('after an import', () => {
  const cli = useCommandLine();
  const { get } = useDirectory({ over: cli });

  // The areas of the directory are computed once a day.
  it('words name the cities and kinds of its places', async () => {
    const address = { city: 'Odense', country: 'DK' };
    const libraries = { id: 'b', name: 'Bibliotek' };
    const places = ['Dalum', 'Vollsmose', 'Bolbro'].map((name) => ({
      id: name,
      name,
      address,
      categories: [libraries],
    }));
    expect(await cli.import('places', places)).toMatchObject({ status: 0 });
    // Far below the interval, and enough for a busy machine.
    await waitUntil(async () => (await get('/v2/places?q=library+odense')).body.results.header.found === 3, 30);
  });
});

describe('a command that changes places', () => {
  const cli = useCommandLine();
  const cities = async () => {
    const rows = await cli.query<{ city: string }>('SELECT DISTINCT city FROM areas ORDER BY city');
    return rows.map(({ city }) => city);
  };
  const placeIn = (id: string, city: string) => ({ id, name: id, address: { city, country: 'DK' } });

  it('leaves the areas right: seed, import, a half import, and undo', async () => {
    expect(await cli.run(['seed', '--small'])).toMatchObject({ status: 0 });
    expect(await cities()).toContain('São Paulo');
    expect(await cli.import('places', [placeIn('o', 'Odense')])).toMatchObject({ status: 0 });
    expect(await cities()).toContain('Odense');
    const half = await cli.import('places', [placeIn('v', 'Vejle'), { name: 'without id' }]);
    expect([half.status, await cities()]).toEqual([1, expect.arrayContaining(['Odense', 'Vejle'])]);
    const [run] = await cli.query<{ id: string }>('SELECT max(id) AS id FROM import_runs');
    expect(await cli.run(['import', 'undo', run?.id ?? '', '--yes'])).toMatchObject({ status: 0 });
    expect(await cities()).toContain('Odense');
    expect(await cities()).not.toContain('Vejle');
  });

  it('succeeds with a warning if they cannot be computed', async () => {
    await cli.query('ALTER TABLE areas ADD CONSTRAINT never CHECK (false) NOT VALID');
    try {
      const { status, messages } = await cli.import('places', [placeIn('k', 'Kolding')]);
      expect([status, messages]).toEqual([
        0,
        expect.stringContaining('Words do not name all new cities and categories yet: '),
      ]);
    } finally {
      await cli.query('ALTER TABLE areas DROP CONSTRAINT never');
    }
    expect(await cities()).not.toContain('Kolding');
    expect(await cli.import('places', [placeIn('k', 'Kolding')])).toMatchObject({ status: 0 });
    expect(await cities()).toContain('Kolding');
  });
});
