import { type DataSource } from 'typeorm';
import { AreaTable } from '../../src/places/areas/area-refresh.js';
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

  it('stops computing them after its time', async () => {
    const database: Pick<DataSource, 'query'> = { query: (text: string) => cli.query(text) as Promise<never> };
    const table = new AreaTable(database as DataSource, { DATABASE_URL: cli.database.url });
    await cli.query(`INSERT INTO places (id, name, city) VALUES ('t', 'T', 'Thisted')`);
    await cli.query('ALTER TABLE areas ADD CONSTRAINT slow CHECK (pg_sleep(60) IS NOT NULL) NOT VALID');
    try {
      expect(await table.computeWithin(0.2)).toBe(false);
    } finally {
      await cli.query('ALTER TABLE areas DROP CONSTRAINT slow');
    }
    expect(await table.computeWithin(60)).toBe(true);
    expect(await cities()).toContain('Thisted');
  });

  it('leaves them to the service if that took too long the last time', async () => {
    const change = `ON CONFLICT (name) DO UPDATE SET begun = excluded.begun, not_before = excluded.not_before`;
    await cli.query(
      `INSERT INTO job_runs (name, begun, not_before) VALUES ('areas', now(), now() + interval '1 hour') ${change}`,
    );
    const { status, messages } = await cli.import('places', [placeIn('r', 'Ribe')]);
    expect([status, messages]).toEqual([0, expect.stringContaining('it takes too long to compute them')]);
    expect(await cities()).not.toContain('Ribe');
    // A replica computes them now, or was killed while it did.
    await cli.query(`UPDATE job_runs SET not_before = begun + interval '10 minutes' WHERE name = 'areas'`);
    await cli.import('places', [placeIn('s', 'Skive')]);
    expect(await cities()).toEqual(expect.arrayContaining(['Ribe', 'Skive']));
  });
});
