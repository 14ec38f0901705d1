import { type Area, areaKey } from '../query/where.js';
import { Areas } from './areas.js';
import { readCityNames } from './area-refresh.js';
import { buildAreas } from './catalogue.js';
import { type AreaRow } from './draft.js';

type Place = readonly [lat: number, lng: number];

const providence: Place = [41.82, -71.41];
const copenhagen: Place = [55.68, 12.57];
const auckland: Place = [-36.85, 174.76];

interface Given {
  places?: number;
  at?: Place;
  radius?: number;
  state?: string;
  country?: string;
}

const row = (city: string, district: string | null, given: Given): AreaRow => ({
  ...{ city, district, state: given.state ?? null, country: given.country ?? null },
  ...{ places: given.places ?? 10, radius: given.radius ?? 1000 },
  ...{ lat: given.at?.[0] ?? null, lng: given.at?.[1] ?? null },
});

const city = (name: string, given: Given = {}): AreaRow => row(name, null, given);

const district = (name: string, of: string, given: Given = {}): AreaRow => row(of, name, given);

const cityNames = readCityNames();

async function areasOf(...rows: AreaRow[]): Promise<Areas> {
  const areas = new Areas();
  await areas.replace(
    await buildAreas(
      rows.toSorted((a, b) => b.places - a.places),
      await cityNames,
    ),
  );
  return areas;
}

async function namedOf(key: string, ...rows: AreaRow[]): Promise<readonly Area[]> {
  return (await areasOf(...rows)).named(key);
}

describe('the areas of the data', () => {
  describe('are states and countries', () => {
    const inRhodeIsland = [
      city('Providence', { at: providence, state: 'RI', country: 'US', places: 30 }),
      city('Newport', { at: [41.49, -71.31], state: 'Rhode Island', country: 'USA', places: 20 }),
    ];

    it.each(['ri', 'rhode island'])('by code and name, with all values of the data: %s', async (key) => {
      const [state, ...others] = await namedOf(key, ...inRhodeIsland);
      expect(others).toEqual([]);
      expect(state).toMatchObject({
        ...{ type: 'state', name: 'RI', state: 'RI', country: 'US', places: 50 },
        addresses: [{ state: ['RI', 'Rhode Island'] }],
      });
    });

    it.each(['us', 'usa', 'united states', 'estados unidos', 'eua', 'vereinigte staaten', 'アメリカ合衆国'])(
      'by name in many languages: %s',
      async (key) => {
        const [country] = await namedOf(areaKey(key), ...inRhodeIsland);
        expect(country).toMatchObject({ type: 'country', places: 50, addresses: [{ country: ['US', 'USA'] }] });
      },
    );

    it.each([
      ['BR', 'PR', 'parana', 'brasil'],
      ['Brasil', 'Minas Gerais', 'mg', 'brazil'],
      ['NZ', 'Auckland', 'auckland', 'nova zelandia'],
      ['DK', 'Hovedstaden', 'hovedstaden', 'danmark'],
      ['Portugal', 'Lisboa', 'lisboa', 'pt'],
      ['Atlantis', 'Middle', 'middle', 'atlantis'],
    ])('of any country: %s, %s', async (country, state, stateKey, countryKey) => {
      const areas = await areasOf(city('Xyz', { state, country }));
      expect(areas.named(stateKey)).toMatchObject([{ type: 'state', addresses: [{ state: [state] }] }]);
      expect(areas.named(countryKey)).toMatchObject([{ type: 'country', addresses: [{ country: [country] }] }]);
      const around = areas.named('xyz')[0]?.parentKeys;
      expect(around).toEqual([...areas.named(stateKey), ...areas.named(countryKey)].map(({ key }) => key));
    });

    it('have the country in their address if another country has the state', async () => {
      const areas = await areasOf(
        city('Perth', { state: 'WA', country: 'AU' }),
        city('Seattle', { state: 'WA', country: 'US' }),
      );
      expect(areas.named('washington')).toMatchObject([{ addresses: [{ state: ['WA'], country: ['US'] }] }]);
    });
  });

  describe('join the addresses of one city', () => {
    it('with and without a state, and with a wrong one', async () => {
      const [found, ...others] = await namedOf(
        'providence',
        city('Providence', { at: providence, state: 'RI', country: 'US', places: 300 }),
        city('PROVIDENCE', { at: providence, country: 'US' }),
        city('Providence', { at: [41.83, -71.42], state: 'MA', country: 'US', places: 2 }),
      );
      expect(others).toEqual([]);
      expect(found).toMatchObject({ places: 312, state: 'RI', addresses: [{ city: ['Providence'] }] });
    });

    it('but keep cities of one name apart, with the state that tells them apart', async () => {
      const found = await namedOf(
        'springfield',
        city('Springfield', { at: [42.1, -72.6], state: 'MA', country: 'US', places: 30 }),
        city('Springfield', { at: [39.8, -89.6], state: 'IL', country: 'US' }),
      );
      expect(found.map(({ addresses }) => addresses)).toEqual([
        [{ city: ['Springfield'], state: ['MA'] }],
        [{ city: ['Springfield'], state: ['IL'] }],
      ]);
    });

    it('and need no state for few wrong addresses far away', async () => {
      const [largest, wrong] = await namedOf(
        'auckland',
        city('Auckland', { at: auckland, state: 'Auckland', country: 'NZ', places: 900 }),
        city('Auckland', { at: [-43, 171], state: 'Otago', country: 'NZ', places: 1 }),
      ).then((areas) => areas.filter(({ type }) => type === 'city'));
      expect(largest?.addresses).toEqual([{ city: ['Auckland'] }]);
      expect(wrong?.addresses).toEqual([{ city: ['Auckland'], state: ['Otago'] }]);
    });

    it.each(['mt eden', 'mount eden'])('in all spellings of a word: %s', async (key) => {
      const [found, ...others] = await namedOf(
        key,
        district('Mt Eden', 'Auckland', { at: auckland }),
        district('Mount Eden', 'Auckland', { at: auckland, places: 5 }),
        city('Auckland', { at: auckland, places: 100 }),
      );
      expect(others).toEqual([]);
      expect(found).toMatchObject({
        ...{ type: 'district', name: 'Mt Eden', places: 15 },
        addresses: [{ city: ['Auckland'], district: ['Mt Eden', 'Mount Eden'] }],
      });
    });
  });

  describe('have names in other languages', () => {
    it.each([
      ['København', copenhagen, 'copenhagen'],
      ['København', copenhagen, 'kopenhagen'],
      ['Aarhus', [56.16, 10.2] as const, 'arhus'],
      ['Århus', [56.16, 10.2] as const, 'aarhus'],
      ['Lisboa', [38.72, -9.14] as const, 'lisbon'],
      ['Wien', [48.2, 16.37] as const, 'vienna'],
      ['New York', [40.71, -74] as const, 'nova iorque'],
      ['Genève', [46.2, 6.15] as const, 'genf'],
      ['Auckland', auckland, 'オークランド'],
      ['Auckland', auckland, '奧 克 蘭'],
      ['Queenstown', [-45.03, 168.66] as const, '皇后镇'],
      ['Dunedin', [-45.87, 170.5] as const, 'данидин'],
    ])('%s', async (name, at, key) => {
      expect(await namedOf(key, city(name, { at }))).toMatchObject([{ name, addresses: [{ city: [name] }] }]);
    });

    it('only where the city lies', async () => {
      expect(await namedOf('lisbon', city('Lisboa', { at: [-20, -40] }))).toEqual([]);
      expect(await namedOf('lisbon', city('Lisboa'))).toEqual([]);
    });

    it('in other alphabets, wherever cities of that name lie', async () => {
      const hamilton = city('Hamilton', { at: [-20, -40] });
      expect(await namedOf('гамильтон', hamilton)).toMatchObject([{ name: 'Hamilton' }]);
    });

    it('only if no other area has the name itself', async () => {
      const found = await namedOf(
        'copenhagen',
        city('København', { at: copenhagen }),
        city('Copenhagen', { at: [43.9, -75.7], places: 9 }),
      );
      expect(found).toMatchObject([{ name: 'Copenhagen' }]);
    });
  });

  it.each(['copenhagen', 'kobenhavn', 'kopenhagen'])(
    'are one city if a few addresses have another name: %s',
    async (key) => {
      const found = await namedOf(
        key,
        city('København', { at: copenhagen, country: 'DK', places: 10_000 }),
        city('Copenhagen', { at: [55.69, 12.55], country: 'DK', places: 9 }),
        city('Copenhagen K', { at: [55.68, 12.58], country: 'DK', places: 3 }),
      );
      const addresses = [{ city: ['København', 'Copenhagen', 'Copenhagen K'] }];
      expect(found).toMatchObject([{ name: 'København', places: 10_012, addresses }]);
    },
  );

  it('are two cities if each has many places', async () => {
    const areas = await areasOf(
      city('Wien', { at: [48.2, 16.37], country: 'AT', places: 100 }),
      city('Vienna', { at: [48.25, 16.4], country: 'AT', places: 20 }),
    );
    expect(areas.named('wien')).toMatchObject([{ places: 100 }]);
    expect(areas.named('vienna')).toMatchObject([{ name: 'Vienna', places: 20 }]);
  });

  describe('are families of cities', () => {
    it('with districts whose positions are in another country than their addresses', async () => {
      const wrong: Place = [48.86, 2.35];
      const found = await namedOf(
        'kobenhavn',
        city('København', { at: copenhagen, country: 'DK', places: 100 }),
        city('København N', { at: wrong, country: 'DK' }),
        city('København S', { country: 'DK' }),
      );
      expect(found).toMatchObject([
        { places: 120, addresses: [{ city: ['København', 'København N', 'København S'] }] },
      ]);
    });

    it('with their postal districts', async () => {
      const areas = await areasOf(
        city('København', { at: copenhagen, places: 100 }),
        city('København N', { at: [55.7, 12.55] }),
        city('Kbh. V', { at: [55.67, 12.55] }),
        city('Københavns Lufthavn', { at: [55.62, 12.65] }),
      );
      const family = { places: 120, addresses: [{ city: ['København', 'København N', 'Kbh. V'] }] };
      expect(areas.named('kobenhavn')).toMatchObject([family]);
      expect(areas.named('copenhagen')).toMatchObject([family]);
      expect(areas.named('kobenhavn n')).toMatchObject([{ places: 10, addresses: [{ city: ['København N'] }] }]);
      expect(areas.named('kobenhavn v')).toMatchObject([{ name: 'Kbh. V' }]);
    });

    it.each(['Auckland City', 'Auckland Central', 'Auckland C', 'Auckland 1'])('with %s', async (member) => {
      const found = await namedOf('auckland', city('Auckland', { at: auckland }), city(member, { at: auckland }));
      expect(found).toMatchObject([{ addresses: [{ city: ['Auckland', member] }] }]);
    });

    it.each([
      ['another direction', 'N Auckland', auckland],
      ['another word', 'Auckland Harbour', auckland],
      ['one far away', 'Auckland City', copenhagen],
    ])('without %s: %s', async (_, member, at) => {
      const [found] = await namedOf('auckland', city('Auckland', { at: auckland, places: 20 }), city(member, { at }));
      expect(found?.addresses).toEqual([{ city: ['Auckland'] }]);
    });

    it.each(['odense', 'оденсе'])('whose city no address has: %s', async (key) => {
      const found = await namedOf(
        key,
        city('Odense C', { at: [55.4, 10.39], places: 20 }),
        city('Odense SØ', { at: [55.38, 10.43] }),
      );
      expect(found).toMatchObject([{ type: 'city', name: 'Odense', addresses: [{ city: ['Odense C', 'Odense SØ'] }] }]);
    });
  });

  describe('are suburbs', () => {
    it.each([
      ['the district, if it has more places', 40, { type: 'district', city: 'Auckland', places: 60 }],
      ['the city, if it has more places', 10, { type: 'city', places: 30 }],
    ])('that some addresses have as a district, others as a city: %s', async (_, places, expected) => {
      const found = await namedOf(
        'takapuna',
        city('Auckland', { at: auckland, places: 500 }),
        district('Takapuna', 'Auckland', { at: [-36.79, 174.77], places }),
        city('Takapuna', { at: [-36.78, 174.77], places: 20 }),
      );
      expect(found).toMatchObject([expected]);
      expect(found[0]?.addresses).toHaveLength(2);
      expect(found[0]?.addresses).toEqual(
        expect.arrayContaining([{ city: ['Takapuna'] }, { city: ['Auckland'], district: ['Takapuna'] }]),
      );
    });

    it('of the same name in distant cities are several', async () => {
      const found = await namedOf(
        'centro',
        district('Centro', 'Campinas', { at: [-22.9, -47.06] }),
        district('Centro', 'Curitiba', { at: [-25.43, -49.27] }),
        city('Campinas', { at: [-22.9, -47.06] }),
        city('Curitiba', { at: [-25.43, -49.27] }),
      );
      expect(found).toHaveLength(2);
    });
  });

  describe('are none', () => {
    it.each(['Asaph St', 'Rua Augusta', 'Level 2', 'R D 1', 'St', 'East', 'Lukes Shopping Centre', '1015'])(
      'a part of an address: %s',
      async (name) => {
        const areas = await areasOf(city('Christchurch'), district(name, 'Christchurch'));
        expect(areas.all.map(({ name }) => name)).toEqual(['Christchurch']);
      },
    );

    it('a word that places far apart have', async () => {
      const areas = await areasOf(city('Auckland'), district('Corner', 'Auckland', { radius: 60_000 }));
      expect(areas.all.map(({ name }) => name)).toEqual(['Auckland']);
    });
  });

  it('lie on both sides of the 180th meridian', async () => {
    const [found] = await namedOf(
      'somosomo',
      city('Somosomo', { at: [-16.8, 179.99] }),
      city('SOMOSOMO', { at: [-16.8, -179.99], places: 9 }),
    );
    expect(found).toMatchObject({ centre: { lng: expect.closeTo(179.99, 1) } });
    expect(found?.radius).toBeLessThan(5000);
  });

  it('lie where most of their places are', async () => {
    const [found] = await namedOf(
      'wellington',
      city('Wellington', { at: [-41.28, 174.77], state: 'WGN', country: 'NZ', places: 60 }),
      city('WELLINGTON', { at: [43.97, -116.8], state: 'WGN', country: 'NZ', places: 30 }),
    ).then((areas) => areas.filter(({ type }) => type === 'city'));
    expect(found).toMatchObject({ centre: { lat: -41.28, lng: 174.77 }, places: 90 });
    expect(found?.radius).toBeLessThan(1100);
  });

  it('have no larger radius than a city, if most of their coordinates are wrong', async () => {
    const [found] = await namedOf('hamilton', city('Hamilton', { at: [39, -84], radius: 9e6, places: 2000 }));
    expect(found?.radius).toBe(80_000);
  });
});
