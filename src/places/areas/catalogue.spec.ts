import { type Area, areaKey } from '../words/where.js';
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

interface Built {
  readonly areas: Areas;
  /** The district or city of each row, and the state, that lies in an area. */
  readonly inside: (area: Area | undefined) => string[];
}

async function build(...rows: AreaRow[]): Promise<Built> {
  const areas = new Areas();
  const sorted = rows.toSorted((a, b) => b.places - a.places);
  const { areas: all, idsOf } = await buildAreas(sorted, await cityNames);
  await areas.replace(all);
  const isIn = (row: AreaRow, { ids }: Area): boolean => ids.some((id) => idsOf(row).includes(id));
  const nameOf = ({ city, district, state }: AreaRow): string =>
    [district ?? city, state].filter((part) => part !== null).join(' ');
  return { areas, inside: (area) => sorted.flatMap((row) => (area && isIn(row, area) ? [nameOf(row)] : [])) };
}

async function areasOf(...rows: AreaRow[]): Promise<Areas> {
  return (await build(...rows)).areas;
}

async function namedOf(key: string, ...rows: AreaRow[]): Promise<readonly Area[]> {
  return (await areasOf(...rows)).named(key);
}

/** The areas of a name with the rows that lie in them. */
async function foundOf(key: string, ...rows: AreaRow[]) {
  const { areas, inside } = await build(...rows);
  return areas.named(key).map((area) => ({ ...area, inside: inside(area) }));
}

describe('the areas of the data', () => {
  describe('are states and countries', () => {
    const inRhodeIsland = [
      city('Providence', { at: providence, state: 'RI', country: 'US', places: 30 }),
      city('Newport', { at: [41.49, -71.31], state: 'Rhode Island', country: 'USA', places: 20 }),
    ];

    it.each(['ri', 'rhode island'])('by code and name, with all values of the data: %s', async (key) => {
      const [state, ...others] = await foundOf(key, ...inRhodeIsland);
      expect(others).toEqual([]);
      expect(state).toMatchObject({
        ...{ type: 'state', name: 'RI', state: 'RI', country: 'US', places: 50, ids: ['us/ri'] },
        inside: ['Providence RI', 'Newport Rhode Island'],
      });
    });

    it.each(['us', 'usa', 'united states', 'eua', 'アメリカ合衆国'])('by name in many languages: %s', async (key) => {
      const [country] = await foundOf(areaKey(key), ...inRhodeIsland);
      expect(country).toMatchObject({ type: 'country', places: 50, ids: ['us'] });
      expect(country?.inside).toHaveLength(2);
    });

    it.each([
      ['BR', 'PR', 'parana', 'brasil', 'br/pr'],
      ['Brasil', 'Minas Gerais', 'mg', 'brazil', 'br/mg'],
      ['DK', 'Hovedstaden', 'hovedstaden', 'danmark', 'dk/hovedstaden'],
      ['Atlantis', 'Middle', 'middle', 'atlantis', 'atlantis/middle'],
    ])('of any country: %s, %s', async (country, state, stateKey, countryKey, id) => {
      const areas = await areasOf(city('Xyz', { state, country }));
      expect(areas.named(stateKey)).toMatchObject([{ type: 'state', ids: [id] }]);
      expect(areas.named(countryKey)).toMatchObject([{ type: 'country', ids: [id.split('/')[0]] }]);
      const around = areas.named('xyz')[0]?.parentKeys;
      expect(around).toEqual([...areas.named(stateKey), ...areas.named(countryKey)].map(({ key }) => key));
    });

    it('with a box around most of their places', async () => {
      const at = (lat: number, lng: number): Place => [lat, lng];
      const [fiji] = await namedOf(
        'fiji',
        ...Array.from({ length: 6 }, (_, n) =>
          city(`Town ${n}`, {
            at: at(-17 - n / 10, n < 3 ? 179.5 + n / 10 : -179.9 + n / 10),
            country: 'FJ',
            places: 60,
          }),
        ),
        // An island of few, and a wrong position.
        city('Rotuma', { at: at(-12.5, 177), country: 'FJ', places: 1 }),
        city('Elsewhere', { at: at(50, 10), country: 'FJ', places: 1 }),
      );
      expect(fiji?.box).toEqual({ north: -16.991, west: 179.4906, south: -17.509, east: -179.3906 });
    });

    it('that two countries have', async () => {
      const found = await foundOf(
        'washington',
        city('Perth', { state: 'WA', country: 'AU' }),
        city('Seattle', { state: 'WA', country: 'US' }),
      );
      expect(found).toMatchObject([{ ids: ['us/wa'], inside: ['Seattle WA'] }]);
    });
  });

  describe('join the addresses of one city', () => {
    it('with and without a state, and with a wrong one', async () => {
      const [found, ...others] = await foundOf(
        'providence',
        city('Providence', { at: providence, state: 'RI', country: 'US', places: 300 }),
        city('PROVIDENCE', { at: providence, country: 'US' }),
        city('Providence', { at: [41.83, -71.42], state: 'MA', country: 'US', places: 2 }),
      );
      expect(others).toEqual([]);
      expect(found).toMatchObject({ places: 312, state: 'RI', ids: ['us/ri/providence'] });
      expect(found?.inside).toEqual(['Providence RI', 'PROVIDENCE', 'Providence MA']);
    });

    it('also where a district lies in two', async () => {
      const { areas, inside } = await build(
        city('Auckland', { at: auckland, places: 500 }),
        city('Manukau', { at: [-36.96, 174.9], places: 100 }),
        district('Flat Bush', 'Auckland', { at: [-36.97, 174.91], places: 30 }),
        district('Flat Bush', 'Manukau', { at: [-36.97, 174.912], places: 20 }),
      );
      expect(inside(areas.named('manukau')[0])).toEqual(['Manukau', 'Flat Bush']);
      expect(inside(areas.named('flat bush')[0])).toEqual(['Flat Bush', 'Flat Bush']);
    });

    it('but keep cities of one name apart', async () => {
      const found = await foundOf(
        'springfield',
        city('Springfield', { at: [42.1, -72.6], state: 'MA', country: 'US', places: 30 }),
        city('Springfield', { at: [39.8, -89.6], state: 'IL', country: 'US' }),
      );
      expect(found).toMatchObject([
        { ids: ['us/ma/springfield'], inside: ['Springfield MA'] },
        { ids: ['us/il/springfield'], inside: ['Springfield IL'] },
      ]);
    });

    it.each(['mt eden', 'mount eden'])('in all spellings of a word: %s', async (key) => {
      const [found, ...others] = await foundOf(
        key,
        district('Mt Eden', 'Auckland', { at: auckland }),
        district('Mount Eden', 'Auckland', { at: auckland, places: 5 }),
        city('Auckland', { at: auckland, places: 100 }),
      );
      expect(others).toEqual([]);
      expect(found).toMatchObject({
        ...{ type: 'district', name: 'Mt Eden', places: 15 },
        ...{ ids: ['-/-/auckland/mount-eden'], inside: ['Mt Eden', 'Mount Eden'] },
      });
    });
  });

  describe('have names in other languages', () => {
    it.each([
      ['København', copenhagen, 'copenhagen'],
      ['Aarhus', [56.16, 10.2] as const, 'arhus'],
      ['Lisboa', [38.72, -9.14] as const, 'lisbon'],
      ['Wien', [48.2, 16.37] as const, 'vienna'],
      ['Auckland', auckland, 'オークランド'],
      ['Auckland', auckland, '奧 克 蘭'],
    ])('%s', async (name, at, key) => {
      expect(await namedOf(key, city(name, { at }))).toMatchObject([{ name, type: 'city' }]);
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
      const found = await foundOf(
        key,
        city('København', { at: copenhagen, country: 'DK', places: 10_000 }),
        city('Copenhagen', { at: [55.69, 12.55], country: 'DK', places: 9 }),
        city('Copenhagen K', { at: [55.68, 12.58], country: 'DK', places: 3 }),
      );
      const inside = ['København', 'Copenhagen', 'Copenhagen K'];
      expect(found).toMatchObject([{ name: 'København', places: 10_012, ids: ['dk/-/kobenhavn'], inside }]);
    },
  );

  it.each([
    [{ country: 'DE' }, {}],
    [{}, { country: 'DE' }],
  ])('are one city if addresses with one of its names have no country: %j', async (first, second) => {
    const found = await foundOf(
      'munich',
      city('München', { at: [48.14, 11.57], ...first, places: 4000 }),
      city('München', { at: [48.14, 11.57], ...second, places: 1000 }),
      city('Munich', { at: [48.15, 11.55], ...second, places: 9 }),
    );
    expect(found).toMatchObject([{ name: 'München', places: 5009, ids: ['de/-/munchen'] }]);
    expect(found).toMatchObject([{ inside: ['München', 'München', 'Munich'] }]);
  });

  describe('have the country of most of their addresses', () => {
    const at: Place = [48.14, 11.57];

    it('if the largest number of them has none', async () => {
      const rows = [
        city('Lunde', { at, places: 100 }),
        city('Lunde', { at, country: 'DE', places: 10 }),
        city('Lunde', { at, country: 'DK', state: 'Fyn', places: 9 }),
        city('LUNDE', { at, country: 'Danmark', places: 8 }),
      ];
      const [found] = await foundOf('lunde', ...rows);
      expect(found).toMatchObject({ name: 'Lunde', country: 'DK', places: 117, ids: ['dk/042/lunde'] });
      expect(found?.inside).toEqual(['Lunde', 'Lunde Fyn', 'LUNDE']);
      expect(await foundOf('dk', ...rows)).toMatchObject([{ inside: ['Lunde', 'Lunde Fyn', 'LUNDE'] }]);
    });

    it('if only those with another name have one', async () => {
      const rows = [
        city('München', { at, places: 4000 }),
        district('Sendling', 'München', { at, places: 3000 }),
        city('Munich', { at, country: 'AT', places: 10 }),
        city('Munique', { at, country: 'DE', places: 6 }),
        city('Monaco di Baviera', { at, country: 'DE', places: 5 }),
      ];
      const [found] = await foundOf('munchen', ...rows);
      expect(found).toMatchObject({ country: 'DE', parentKeys: ['de'], ids: ['de/-/munchen'] });
      expect(await namedOf('sendling', ...rows)).toMatchObject([{ country: 'DE', parentKeys: ['munchen', 'de'] }]);
      const [germany] = await foundOf('de', ...rows);
      expect(germany?.inside).toEqual(['München', 'Sendling', 'Munique', 'Monaco di Baviera']);
    });
  });

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
      const found = await foundOf(
        'kobenhavn',
        city('København', { at: copenhagen, country: 'DK', places: 100 }),
        city('København N', { at: wrong, country: 'DK' }),
        city('København S', { country: 'DK' }),
      );
      expect(found).toMatchObject([{ places: 120, inside: ['København', 'København N', 'København S'] }]);
    });

    it('with their postal districts', async () => {
      const { areas, inside } = await build(
        city('København', { at: copenhagen, places: 100 }),
        city('København N', { at: [55.7, 12.55] }),
        city('Kbh. V', { at: [55.67, 12.55] }),
        city('Københavns Lufthavn', { at: [55.62, 12.65] }),
      );
      expect(areas.named('kobenhavn')).toMatchObject([{ places: 120 }]);
      expect(areas.named('copenhagen')).toEqual(areas.named('kobenhavn'));
      expect(inside(areas.named('kobenhavn')[0])).toEqual(['København', 'København N', 'Kbh. V']);
      expect(areas.named('kobenhavn n')).toMatchObject([{ places: 10 }]);
      expect(inside(areas.named('kobenhavn n')[0])).toEqual(['København N']);
      expect(areas.named('kobenhavn v')).toMatchObject([{ name: 'Kbh. V' }]);
    });

    it.each(['Auckland City', 'Auckland Central', 'Auckland C', 'Auckland 1'])('with %s', async (member) => {
      const found = await foundOf('auckland', city('Auckland', { at: auckland }), city(member, { at: auckland }));
      expect(found).toMatchObject([{ inside: ['Auckland', member] }]);
    });

    it.each([
      ['another direction', 'N Auckland', auckland],
      ['another word', 'Auckland Harbour', auckland],
      ['one far away', 'Auckland City', copenhagen],
    ])('without %s: %s', async (_, member, at) => {
      const [found] = await foundOf('auckland', city('Auckland', { at: auckland, places: 20 }), city(member, { at }));
      expect(found?.inside).toEqual(['Auckland']);
    });

    it.each(['odense', 'оденсе'])('whose city no address has: %s', async (key) => {
      const found = await foundOf(
        key,
        city('Odense C', { at: [55.4, 10.39], places: 20 }),
        city('Odense SØ', { at: [55.38, 10.43] }),
      );
      expect(found).toMatchObject([{ type: 'city', name: 'Odense', inside: ['Odense C', 'Odense SØ'] }]);
    });
  });

  describe('are suburbs', () => {
    it.each([
      ['the district, if it has more places', 40, { type: 'district', city: 'Auckland', places: 60 }],
      ['the city, if it has more places', 10, { type: 'city', places: 30 }],
    ])('that some addresses have as a district, others as a city: %s', async (_, places, expected) => {
      const found = await foundOf(
        'takapuna',
        city('Auckland', { at: auckland, places: 500 }),
        district('Takapuna', 'Auckland', { at: [-36.79, 174.77], places }),
        city('Takapuna', { at: [-36.78, 174.77], places: 20 }),
      );
      expect(found).toMatchObject([expected]);
      expect(found[0]?.inside).toEqual(['Takapuna', 'Takapuna']);
    });
  });

  it('are partial if most addresses of their city name no district', async () => {
    const lunde = city('Lunde', { places: 100 });
    const [few] = await namedOf('orsund', lunde, district('Orsund', 'Lunde', { places: 30 }));
    expect(few).toMatchObject({ isPartial: true });
    const most = [30, 30].map((places, at) => district(['Orsund', 'Vest'][at] ?? '', 'Lunde', { places }));
    expect(await namedOf('orsund', lunde, ...most)).toEqual([expect.not.objectContaining({ isPartial: true })]);
  });

  it('are partial by all addresses of their city, whatever they call it', async () => {
    const at: Place = [48.14, 11.57];
    const [found] = await namedOf(
      'sendling',
      city('München', { at, places: 1000 }),
      district('Sendling', 'München', { at, places: 490 }),
      city('Munich', { at, places: 40 }),
      district('Laim', 'Munich', { at: [48.14, 11.5], places: 40 }),
    );
    expect(found).toEqual(expect.not.objectContaining({ isPartial: true }));
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
