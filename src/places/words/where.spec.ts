import { type Area, type AreaNames, areaKey, canonicalKey, recognizeWhere } from './where.js';
import { textOf, tokensOf } from './words.js';

const area = (type: Area['type'], parts: Partial<Area>): Area => {
  const name = parts.district ?? parts.city ?? parts.state ?? parts.country ?? '';
  const of = { district: parts.city, city: '', state: '', country: '' }[type];
  const around = [of, type === 'state' ? '' : parts.state, parts.country].map((part = '') => canonicalKey(part));
  const key = canonicalKey(name);
  return {
    type,
    name,
    key,
    parentKeys: around.filter((part) => part !== ''),
    places: 10,
    radius: 1000,
    ids: [around.toReversed().join('/') + '/' + key],
    ...parts,
  };
};

const state = (code: string, ...names: string[]): Area =>
  area('state', { state: code, country: 'XX', places: 3000, otherKeys: names });

const city = (name: string, state: string, more: Partial<Area> = {}): Area =>
  area('city', { city: name, state, country: 'XX', ...more });

const district = (name: string, of: string, state: string, more: Partial<Area> = {}): Area =>
  area('district', { district: name, city: of, state, country: 'XX', ...more });

/** How often each area of a name is compared with other words, in a text of any length. */
const MAX_COMPARED_EACH = 10;

const areas = [
  city('Providence', 'RI', { otherKeys: ['la providencia'] }),
  city('North Providence', 'RI'),
  city('East Providence', 'RI'),
  city('Hope', 'RI'),
  city('Hope Valley', 'RI'),
  city('São Paulo', 'SP', { places: 1000 }),
  city('Rio de Janeiro', 'RJ'),
  city('Springfield', 'IL', { places: 5, centre: { lat: 40, lng: -90 } }),
  city('Springfield', 'MA', { places: 50, centre: { lat: 42, lng: -72 } }),
  city('La Jolla', 'CA'),
  city('Tiny', 'RI', { places: 2 }),
  district('Moema', 'São Paulo', 'SP'),
  district('Centro', 'Campinas', 'SP', { places: 5 }),
  district('Centro', 'Rio de Janeiro', 'RJ', { places: 90 }),
  city('Campinas', 'SP'),
  district('Centro Histórico', 'Porto Alegre', 'RS'),
  city('Porto Alegre', 'RS'),
  city('Santos', 'SP', { places: 7, centre: { lat: -24, lng: -46 } }),
  district('Santos', 'Santos', 'SP', { places: 9, centre: { lat: -24, lng: -46 } }),
  city('Portland', 'OR'),
  city('Ry', 'DK'),
  district('Market Place', 'Ry', 'DK'),
  city('Otago', 'OT', { places: 4 }),
  ...[state('RI', 'rhode island'), state('SP', 'sao paulo'), state('OR', 'oregon'), state('Otago', 'ot')],
  ...[state('PR', 'parana'), state('IL'), state('MA')],
  area('country', { country: 'XX', places: 9000, otherKeys: ['examplia', 'xxa'] }),
];

const names: AreaNames = {
  cityAround: () => undefined,
  named: (key) =>
    areas.filter(
      ({ name, key: canonical, otherKeys = [] }) =>
        [areaKey(name), ...otherKeys].includes(key) || canonical === canonicalKey(key),
    ),
};

describe('the area that a text names', () => {
  it.each([
    ['coffee in providence', 'in', 'Providence', 'in providence', 'coffee'],
    ['coffee near providence open now', 'near', 'Providence', 'near providence', 'coffee open now'],
    ['near providence', 'near', 'Providence', 'near providence', ''],
    ['rua das flores 100 santos sp', 'preferred', 'Santos', 'santos sp', 'rua das flores 100'],
    ['12 market place ry', 'preferred', 'Ry', 'ry', '12 market place'],
    ['bakery market place ry', 'preferred', 'Market Place', 'market place ry', 'bakery'],
    ['bank of examplia ry', 'preferred', 'Ry', 'ry', 'bank of examplia'],
    ['bank examplia ry', 'preferred', 'Ry', 'examplia ry', 'bank'],
    ['coffee near East-Providence', 'near', 'East Providence', 'near East-Providence', 'coffee'],
    ['cafe close to the city of providence, ri', 'near', 'Providence', 'close to the city of providence, ri', 'cafe'],
    ['bar perto de moema', 'near', 'Moema', 'perto de moema', 'bar'],
    ['bar no bairro de MOEMA', 'in', 'Moema', 'no bairro de MOEMA', 'bar'],
    ['farmácia em sao paulo sp', 'in', 'São Paulo', 'em sao paulo sp', 'farmácia'],
    ['tacos in la jolla', 'in', 'La Jolla', 'in la jolla', 'tacos'],
    ['pub in tiny', 'in', 'Tiny', 'in tiny', 'pub'],
    ['pizza providence', 'preferred', 'Providence', 'providence', 'pizza'],
    ['pizza providence k', 'preferred', 'Providence', 'providence k', 'pizza'],
    ['in providence 寺', 'in', 'Providence', 'in providence', '寺'],
    ['pizza providence cbd', 'preferred', 'Providence', 'providence cbd', 'pizza'],
    ['pizza in the cbd of providence', 'in', 'Providence', 'in the cbd of providence', 'pizza'],
    ['bar no centro de campinas', 'in', 'Centro', 'no centro de campinas', 'bar'],
    ['bar no centro histórico de porto alegre', 'in', 'Centro Histórico', 'no centro histórico de porto alegre', 'bar'],
    ['bar no centro histórico de campinas', 'in', 'Campinas', 'no centro histórico de campinas', 'bar'],
    ['farmácia moema de são paulo', 'preferred', 'Moema', 'moema de são paulo', 'farmácia'],
    ['pizza in providence city centre', 'in', 'Providence', 'in providence city centre', 'pizza'],
    ['providence pizza', 'preferred', 'Providence', 'providence', 'pizza'],
    ['pizza east providence', 'preferred', 'East Providence', 'east providence', 'pizza'],
    ['school hope valley', 'preferred', 'Hope Valley', 'hope valley', 'school'],
    ['farmácia moema são paulo', 'preferred', 'Moema', 'moema são paulo', 'farmácia'],
    ['farmácia são paulo moema', 'preferred', 'Moema', 'são paulo moema', 'farmácia'],
    ['melhor pizza do rio de janeiro', 'preferred', 'Rio de Janeiro', 'rio de janeiro', 'melhor pizza do'],
    ['AC/DC providence', 'preferred', 'Providence', 'providence', 'AC/DC'],
    ['providence', 'preferred', 'Providence', 'providence', ''],
    ['pizza, Providence, RI, Examplia', 'preferred', 'Providence', 'Providence, RI, Examplia', 'pizza,'],
    ['providence rhode island', 'preferred', 'Providence', 'providence rhode island', ''],
    ['pizza rhode island', 'preferred', 'RI', 'rhode island', 'pizza'],
    ['pizza in ri', 'in', 'RI', 'in ri', 'pizza'],
    ['museum in examplia', 'in', 'XX', 'in examplia', 'museum'],
    ['museum paraná', 'preferred', 'PR', 'paraná', 'museum'],
    ['bar la providencia', 'preferred', 'Providence', 'la providencia', 'bar'],
    ['bar n. providence', 'preferred', 'North Providence', 'n. providence', 'bar'],
    ['pizza portland or', 'preferred', 'Portland', 'portland or', 'pizza'],
    ['Pizza OR', 'preferred', 'OR', 'OR', 'Pizza'],
    ['Pizza XXA', 'preferred', 'XX', 'XXA', 'Pizza'],
    ['pizza ry', 'preferred', 'Ry', 'ry', 'pizza'],
  ])('%s', (text, relation, name, words, rest) => {
    const tokens = tokensOf(text);
    const found = recognizeWhere(tokens, names);
    expect(found).toMatchObject({ relation, area: { name }, words });
    expect(textOf([...tokens.slice(0, found?.from), ...tokens.slice(found?.end)])).toBe(rest);
  });

  it.each([
    ['no area', 'coffee shop'],
    ['a word for nearness without an area', 'coffee near me'],
    ['an area in the middle', 'old providence bakery'],
    ['an area of few places without such a word', 'tiny pizza'],
    ['the code of a state that is a word', 'trick or'],
    ['such a code where all letters are capitals', 'TRICK OR'],
    ['a code of three letters that is a word', 'pizza xxa'],
    ['no word', '!!!'],
    ['nothing', ''],
  ])('is none for %s', (_, text) => {
    expect(recognizeWhere(tokensOf(text), names)).toBeUndefined();
  });

  it.each([
    ['the one with the most places', 'in springfield', undefined, { state: 'MA' }],
    ['the nearest', 'in springfield', { lat: 41, lng: -89 }, { state: 'IL' }],
    ['the one in the state', 'in springfield il', undefined, { state: 'IL' }],
    ['the one in the city', 'in centro campinas', undefined, { city: 'Campinas' }],
    [
      'all districts',
      'in centro',
      undefined,
      {
        type: 'district',
        district: 'Centro',
        ids: expect.arrayContaining(['xx/sp/campinas/centro', 'xx/rj/rio de janeiro/centro']) as string[],
      },
    ],
    ['the nearest district', 'in centro', { lat: -22.9, lng: -43 }, { city: 'Rio de Janeiro' }],
    ['the city, not the state of its name', 'in sao paulo', undefined, { type: 'city' }],
    ['the state, not a city that has few of its places', 'in otago', undefined, { type: 'state' }],
    ['the city, not its district of that name', 'in santos', undefined, { type: 'city' }],
    ['the city, although its district is as near', 'in santos', { lat: -24, lng: -46 }, { type: 'city' }],
  ])('is of equal names %s: %s', (_, text, centre, expected) => {
    expect(recognizeWhere(tokensOf(text), names, centre)?.area).toMatchObject(expected);
  });

  it.each([
    ['one word', 'padaria centro', undefined],
    ['many words', 'centro '.repeat(36), undefined],
    ['many words and a centre', 'centro '.repeat(36), { lat: 0, lng: 0 }],
  ])('is read with little work from 4,000 districts of one name: %s', (_, text, centre) => {
    let folded = 0;
    let compared = 0;
    const many = Array.from({ length: 4000 }, (_unused, at): Area => {
      const { parentKeys, ...rest } = district('Centro', `City ${at}`, 'SP', { centre: { lat: at / 100, lng: 1 } });
      const counted = { ...rest, parentKeys };
      // Folding a name reads it.
      for (const part of ['name', 'city', 'state', 'country'] as const) {
        const value = rest[part];
        Object.defineProperty(counted, part, { get: () => ((folded += 1), value) });
      }
      Object.defineProperty(counted, 'parentKeys', { get: () => ((compared += 1), parentKeys) });
      return counted;
    });
    const found = recognizeWhere(tokensOf(text), { ...names, named: (key) => (key === 'centro' ? many : []) }, centre);
    expect(found?.area.district).toBe('Centro');
    expect(folded).toBeLessThan(2);
    expect(compared).toBeLessThan(MAX_COMPARED_EACH * many.length);
  });
});

describe('the key of a name', () => {
  it.each([
    ['Mt. Eden', 'mount eden'],
    ['St Lukes', 'saint lukes'],
    ['Sct. Knuds Torv', 'sankt knuds torv'],
    ['N Providence', 'north providence'],
    ['København N', 'kobenhavn n'],
    ['Kbh. V', 'kobenhavn v'],
    ['Jd. Paulista', 'jardim paulista'],
    ['PT', 'pt'],
    ['Kbh.', 'kobenhavn'],
  ])('is the same for all spellings: %s', (name, key) => {
    expect(canonicalKey(name)).toBe(key);
  });
});
