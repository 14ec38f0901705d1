import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

describe('a quarter that no address names', () => {
  const cafes = { categories: [{ id: 'cafe', name: 'Cafe' }] };

  /** @param north of the middle of the quarter, in kilometres */
  const place = (id: string, north: number, name: string, more: Partial<Parameters<typeof aPlace>[0]> = {}) =>
    aPlace({ id, name, location: { lat: String(10 + north / 111.2), lng: '20' }, address: {}, ...more });

  const { search: directorySearch } = useDirectory({
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
      ...[0, 0, 0, 4, 4, 4, 8, 8, 8, 12, 12, 12].map((north, n) => place(`golden-${n}`, north, `Golden ${n}`)),
      ...[1, 2, 3].map((n) => place(`lunde-${n}`, 1, `Hall ${n}`, { address: { city: 'Lunde' } })),
      // Words that mean a kind, or are in names everywhere.
      ...['Harbour', 'Port', 'Garden'].flatMap((word) =>
        ['Hotel', 'Walk', 'Lodge'].map((name, n) => place(`${word}-${name}`, n / 10, `${word} ${name}`)),
      ),
      place('garden', 8, 'Garden Café', cafes),
      place('clinic', 30, 'Zembla Grand', { categories: [{ id: 'hospital', name: 'Hospital' }] }),
      place('hospital', 30.3, 'Zembla Hospital', { categories: [{ id: 'hospital', name: 'Hospital' }] }),
      place('beside', 30.2, 'Beside', { ...cafes, address: { street: 'Sonnenstraße', number: '24' } }),
      place('other', 30.4, 'Other', { address: { street: 'Rosenstr.', number: '7' } }),
      place('stop', 30.6, 'Academy', { categories: [{ id: 'stop', name: 'Bus Stop' }] }),
      // Few addresses of the city name their district.
      place('odd', 4, 'Odd', { address: { city: 'Lunde', district: 'Orsund' } }),
      place('bun', 4.2, 'Bun', { ...cafes, address: { city: 'Lunde' } }),
    ],
  });

  const at = (lat: number, lng: number) => ({ 'location.lat': String(lat), 'location.lng': String(lng) });

  const search = (q: string, more: Record<string, string> = {}) => directorySearch({ q, ...more });

  it('is where what has its name in name or street lies', async () => {
    const { header, ids } = await search('cafe veltrona');
    expect(header.where).toEqual({
      relation: 'in',
      words: 'veltrona',
      type: 'district',
      name: 'Veltrona',
      box: expect.any(Object),
    });
    expect(header).toMatchObject({ kind: { id: 'amenity/cafe' } });
    expect(ids[0]).toBe('cafe');
    expect(ids.slice(1).toSorted()).toEqual(['maro', 'nero']);
  });

  it.each([
    ['cafe zembla grand', { where: { name: 'Zembla Grand' } }],
    ['cafe near academy', { near: { id: 'stop' } }],
  ])('is also around the only place that is called so: %s', async (q, said) => {
    const { header, ids } = await search(q);
    expect({ header, first: ids[0] }).toMatchObject({ header: said, first: 'beside' });
  });

  it.each([
    ['Sonnenstr. 24', 'beside'],
    ['sonnenstr 24', 'beside'],
    ['rosenstraße 7', 'other'],
    ['rosenstrasse', 'other'],
  ])('does not matter for a street that is written short or in full: %s', async (q, id) => {
    expect((await search(q)).ids[0]).toBe(id);
  });

  it.each([
    ['cafe in veltrona', { relation: 'in', words: 'in veltrona', name: 'Veltrona' }],
    ['cofee veltrona', { relation: 'in', words: 'veltrona', name: 'Veltrona' }],
    ['cafe veltrona lunde', { relation: 'in', words: 'veltrona', name: 'Veltrona', city: 'Lunde' }],
  ])('is found by "%s"', async (q, where) => {
    const { header, ids } = await search(q);
    expect(header.where).toEqual({ type: 'district', ...where, box: expect.any(Object) });
    expect(ids).toContain('nero');
    expect(ids.filter((id: string) => id.endsWith('away'))).toEqual([]);
  });

  it('is not named after a chain of the kind', async () => {
    expect((await search('hall chain')).header.where).toBeUndefined();
    expect((await search('cafe nero')).header.where).toBeUndefined();
  });

  it.each(['harbour cafe', 'cafe garden', 'garden cafe', 'cafe port', 'ixmart port'])(
    'is not named by words of kinds, or that are in names everywhere: %s',
    async (q) => {
      const { header, ids } = await search(q);
      expect([header.where, ids.length > 0]).toEqual([undefined, true]);
    },
  );

  it('is around the centre, or what the request itself says', async () => {
    const whereOf = async (more: Record<string, string>) => (await search('cafe veltrona', more)).header.where?.name;
    expect(await whereOf({ 'location.bias': '10,20' })).toBe('Veltrona');
    expect(await whereOf({ 'location.bias': '30,20' })).toBeUndefined();
    expect(await whereOf({ ...at(10, 20), 'location.radius': '9000' })).toBeUndefined();
  });

  it('stays the same on all pages', async () => {
    const { header } = await search('cafe veltrona', { cursorMark: '*', rows: '2' });
    const { header: next, ids } = await search('cafe veltrona', { cursorMark: header.nextCursorMark, rows: '2' });
    expect([next.where, ids.length, next.found]).toEqual([header.where, 1, 3]);
  });

  it('is found with a typing error', async () => {
    const where = { words: 'veltorna', name: 'Veltrona' };
    const header = { match: 'corrected', words: ['bakery'], where };
    expect(await search('bakery veltorna')).toMatchObject({ ids: ['brot'], header });
    expect((await search('cafe veltrona')).header).not.toHaveProperty('match');
  });

  it('is found beside a name', async () => {
    expect(await search('ixmart veltrona')).toMatchObject({ ids: ['mart'], header: { where: { name: 'Veltrona' } } });
  });

  it('is none if what has the word lies all over the city', async () => {
    expect((await search('cafe golden')).header.where).toBeUndefined();
  });

  it('keeps what it is said beside, and says the nearest', async () => {
    const { header, ids } = await search('pharmacy in veltrona');
    expect([ids, header.where.name]).toEqual([[], 'Veltrona']);
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
