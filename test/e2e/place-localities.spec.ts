import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

describe('a quarter that no address names', () => {
  const cafes = { categories: [{ id: 'cafe', name: 'Cafe' }] };

  /** @param north of the middle of the quarter, in kilometres */
  const place = (id: string, north: number, name: string, more: Partial<Parameters<typeof aPlace>[0]> = {}) =>
    aPlace({ id, name, location: { lat: String(10 + north / 111.2), lng: '20' }, address: {}, ...more });

  const { get } = useDirectory({
    places: [
      place('school', 0, 'Veltrona School'),
      place('doctor', 0.2, 'Dr. Smith', { address: { city: 'Lunde', street: 'Veltronaer Straße' } }),
      place('church', -0.2, 'Church of Veltrona'),
      ...['Library', 'Park', 'Station', 'Baths'].map((name, at) => place(name, at / 10, `Veltrona ${name}`)),
      place('nero', 0.1, 'Nero', cafes),
      place('brot', 0.4, 'Brot', { categories: [{ id: 'bakery', name: 'Bakery' }] }),
      place('brot-away', 8, 'Brot', { categories: [{ id: 'bakery', name: 'Bakery' }] }),
      place('maro', 0.7, 'Maro', { ...cafes, address: { city: 'Lunde' } }),
      place('away', 8, 'Away', { ...cafes, statistics: { pageviews: '9000' } }),
      place('cafe', 9, 'Cafe Veltrona', cafes),
      place('mart', 0.3, 'Ixmart'),
      place('mart-away', 8, 'Ixmart', { statistics: { pageviews: '9000' } }),
      // All over the city.
      ...[0, 4, 8, 12].map((north) => place(`golden-${north}`, north, `Golden ${north}`)),
      ...[1, 2, 3].map((n) => place(`lunde-${n}`, 1, `Hall ${n}`, { address: { city: 'Lunde' } })),
      // Few addresses of the city name their district.
      place('odd', 4, 'Odd', { address: { city: 'Lunde', district: 'Orsund' } }),
      place('bun', 4.2, 'Bun', { ...cafes, address: { city: 'Lunde' } }),
    ],
  });

  const search = async (q: string, more: Record<string, string> = {}) => {
    const { body } = await get(`/v2/places?${new URLSearchParams({ q, ...more }).toString()}`);
    const { header, places } = body.results;
    return { header, ids: places.map(({ id }: { id: string }) => id) };
  };

  it('is where what has its name in name or street lies', async () => {
    const { header, ids } = await search('cafe veltrona');
    expect(header.where).toEqual({ relation: 'in', words: 'veltrona', type: 'district', name: 'veltrona' });
    expect(header).toMatchObject({ kind: { id: 'amenity/cafe' } });
    expect(ids[0]).toBe('cafe');
    expect(ids.slice(1).toSorted()).toEqual(['maro', 'nero']);
  });

  it.each([
    ['cafe in veltrona', 'in'],
    ['cofee veltrona', 'in'],
    ['cafe veltrona lunde', 'in'],
  ])('is found by "%s"', async (q, relation) => {
    const { header, ids } = await search(q);
    expect(header.where).toMatchObject({ relation, type: 'district' });
    expect(ids).toEqual(expect.arrayContaining(['nero']));
    expect(ids).not.toContain('away');
  });

  it('is found with a typing error', async () => {
    expect(await search('bakery veltorna')).toMatchObject({ ids: ['brot'], header: { where: { words: 'veltorna' } } });
  });

  it('is found beside a name', async () => {
    expect(await search('ixmart veltrona')).toMatchObject({ ids: ['mart'], header: { where: { name: 'veltrona' } } });
  });

  it('is none if what has the word lies all over the city', async () => {
    expect((await search('cafe golden')).header.where).toBeUndefined();
  });

  it('keeps what it is said beside, and says the nearest', async () => {
    const { header, ids } = await search('pharmacy in veltrona');
    expect([ids, header.where.name]).toEqual([[], 'veltrona']);
    const { header: closed } = await search('cafe in veltrona', { fq: 'name:Away' });
    expect(closed).toMatchObject({ found: 0, nearest: { id: 'away' } });
  });

  it.each([{ 'q.where': 'off' }, { match: 'exact' }, { match: 'corrected' }])('is none with %j', async (more) => {
    expect((await search('cafe veltrona', more)).header.where).toBeUndefined();
  });

  it('has the places that do not name it, if few addresses of the city name their district', async () => {
    expect((await search('cafe in orsund')).ids).toEqual(['bun']);
  });

  it('has places without a city by their position', async () => {
    expect((await search('cafe in lunde')).ids).toEqual(expect.arrayContaining(['nero', 'maro', 'bun']));
  });
});
