import { AreaTable } from '../../src/places/areas/area-refresh.js';
import { Directory } from '../support/directory.js';
import { aPlace } from '../support/factories.js';
import { insertPlaces } from '../support/place-rows.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';

interface Run {
  changes: string;
  repeated: boolean;
  finished: Date;
}

/** The cities and districts that words of a search can name (docs/adr/0085-search-by-words.md). */
describe('the cities and districts of the data', () => {
  const at = (lat: string, lng: string) => ({ location: { lat, lng } });
  const bahia = { city: 'Salvador', state: 'BA', country: 'BR' };
  const { directory } = useDirectory({
    env: { AREAS_INTERVAL: '1' },
    places: [
      aPlace({ id: 'a', name: 'Bar A', address: { ...bahia, district: 'Barra' }, ...at('-13.00', '-38.53') }),
      aPlace({ id: 'b', name: 'Bar B', address: bahia, ...at('-13.01', '-38.51') }),
      aPlace({ id: 'c', name: 'Bar C', address: { ...bahia, city: 'SALVADOR' }, ...at('-13.00', '-38.53') }),
      aPlace({ id: 'd', name: 'Bar D', address: { city: 'Ilhéus', state: 'BA' } }),
      aPlace({ id: 'e', name: 'Store E', address: { city: 'Somosomo' }, ...at('-16.80', '179.98') }),
      aPlace({ id: 'f', name: 'Store F', address: { city: 'Somosomo' }, ...at('-16.80', '-179.96') }),
    ],
  });

  const table = () => directory.app.get(AreaTable);
  const lastRun = async () => (await directory.source.query<Run[]>('SELECT * FROM area_runs'))[0];

  it('have the number of their places, their middle and their radius', async () => {
    const rows = await table().read();
    const salvador = rows.filter(({ city }) => city.toLowerCase() === 'salvador');
    expect(salvador).toEqual([
      { ...bahia, district: null, places: 2, lat: -13.005, lng: -38.52, radius: expect.any(Number) },
      { ...bahia, city: 'SALVADOR', district: null, places: 1, lat: -13, lng: -38.53, radius: 0 },
      { ...bahia, district: 'Barra', places: 1, lat: -13, lng: -38.53, radius: 0 },
    ]);
    expect(salvador[0]?.radius).toBeGreaterThan(500);
    expect(salvador[0]?.radius).toBeLessThan(2000);
  });

  it('lie where their places are on both sides of the 180th meridian', async () => {
    const [somosomo] = (await table().read()).filter(({ city }) => city === 'Somosomo');
    expect(somosomo).toMatchObject({ places: 2, lat: -16.8, lng: -179.99 });
    expect(somosomo?.radius).toBeLessThan(4000);
  });

  it('join the spellings of a name', async () => {
    const token = await directory.token();
    const { body } = await directory.get('/v2/places?q=bar+em+salvador', token);
    expect(body.results.header).toMatchObject({ found: 3, where: { name: 'Salvador' } });
  });

  it('are computed once more after the last change, and then no more', async () => {
    await table().compute();
    await table().compute();
    const before = await lastRun();
    expect(before?.repeated).toBe(true);
    await table().compute();
    expect(await lastRun()).toEqual(before);
  });

  it('are not waited for by a replica that shuts down', async () => {
    const other = await Directory.start({ AREAS_INTERVAL: '1' }, directory.database);
    const isWaiting = async () => {
      const waiting = await directory.source.query<object[]>(
        `SELECT FROM pg_stat_activity
         WHERE application_name = 'place-directory areas' AND datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    };
    await directory.source.transaction(async (transaction) => {
      await transaction.query('LOCK TABLE areas IN ACCESS EXCLUSIVE MODE');
      const failure = other.app
        .get(AreaTable)
        .read()
        .catch((error: unknown) => error);
      await waitUntil(isWaiting);
      await other.stop({ keepDatabase: true });
      expect(await failure).toBeInstanceOf(Error);
    });
  });

  it('reach all replicas', async () => {
    const other = await Directory.start({ AREAS_INTERVAL: '1' }, directory.database);
    try {
      const token = await other.token();
      await insertPlaces(directory.source, [aPlace({ id: 'new', name: 'Bar Novo', address: { city: 'Olinda' } })]);
      const whereOf = async (replica: Directory): Promise<unknown> =>
        (await replica.get('/v2/places?q=bar+em+olinda', token)).body.results.header.where?.name;
      for (const replica of [directory, other]) {
        await waitUntil(async () => (await whereOf(replica)) !== undefined);
        expect(await whereOf(replica)).toBe('Olinda');
      }
    } finally {
      await other.stop({ keepDatabase: true });
    }
  });
});
