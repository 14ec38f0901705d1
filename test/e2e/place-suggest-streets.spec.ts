import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

describe('streets and postcodes among the suggestions', () => {
  const at = (street: string, zipcode: string, city = 'Santos') => ({
    street,
    zipcode,
    city,
    state: 'SP',
    country: 'BR',
  });
  const place = (id: string, name: string, address: Record<string, string>) =>
    aPlace({ id, name, address, categories: [], location: { lat: '-23.55', lng: '-46.6' } });

  const { directory, get, ids } = useDirectory({
    places: [
      place('shop', 'Loja Um', at('Rua Augusta', '01305-000')),
      place('other-shop', 'Loja Dois', at('Rua Augusta', '01305-900')),
      place('elsewhere', 'Loja Três', at('Rua Augusta', '11000-000', 'Campinas')),
      place('third', 'Loja Quatro', at('Rua Augusto', '11000-000', 'Jundiaí')),
      place('named', 'Rua Augusta Bar', at('Rua Direita', '02000-000')),
      place('garden', 'Jardim', at('Alameda Lorena', '01424-000')),
      place('similar', 'Alameta Bar', at('Rua Direita', '02000-000')),
      place('square', 'Loja Cinco', at('Praça Verde', '03000-000')),
      ...[...Array(4).keys()].map((n) => place(`square-${n}`, `Praça Verde ${n}`, at('Rua Direita', '02000-000'))),
      ...[...Array(9).keys()].map((n) => place(`pão-${n}`, `Avenida ${n}`, at('Avenida Central', '03000-000'))),
    ],
  });
  const suggest = async (query: string) => {
    const { body } = await get(`/v2/places/suggest?${query}`);
    return body.suggestionResults.suggestions as { text: string; type: string; id: string; link: { uri: string } }[];
  };
  const labels = async (query: string) => (await suggest(query)).map(({ type, id }) => `${type} ${id}`);

  it('come before the places that have their name, at most two, with their city and the search for their places', async () => {
    const suggestions = await suggest('q=rua augu');
    expect(suggestions).toMatchObject([
      {
        ...{ text: 'Rua Augusta', type: 'street', id: 'br/sp/campinas/rua-augusta' },
        address: { city: 'Campinas', state: 'SP', country: 'BR' },
      },
      { text: 'Rua Augusta', type: 'street', id: 'br/sp/santos/rua-augusta', address: { city: 'Santos' } },
      { type: 'place', id: 'named' },
    ]);
    const uri = (suggestions[1]?.link.uri ?? '').slice(directory.url.length);
    expect((await ids(uri.split('?')[1] ?? '')).sort()).toEqual(['other-shop', 'shop']);
  });

  it('come before them also if these alone would fill the rows', async () => {
    expect((await labels('q=praça verde&rows=4'))[0]).toBe('street br/sp/santos/praca-verde');
  });

  it('come before what is corrected', async () => {
    expect(await labels('q=alamed')).toEqual(['street br/sp/santos/alameda-lorena', 'place similar']);
  });

  it('may have their city in the text', async () => {
    expect(await labels('q=rua augusta santos')).toEqual(['street br/sp/santos/rua-augusta', 'place named']);
  });

  it('are postcodes from the fourth character on', async () => {
    expect(await labels('q=01305')).toEqual(['postcode br/sp/santos/01305-900', 'postcode br/sp/santos/01305-000']);
    expect(await labels('q=013')).toEqual([]);
    const [postcode] = await suggest('q=01305-9');
    const uri = (postcode?.link.uri ?? '').slice(directory.url.length);
    expect(await ids(uri.split('?')[1] ?? '')).toEqual(['other-shop']);
  });

  it('take no line of a place that matches as typed, and need four letters', async () => {
    const places = [...Array(9).keys()].map((n) => `place pão-${n}`);
    expect((await labels('q=avenida&rows=9')).sort()).toEqual(places);
    expect((await labels('q=avenida&rows=10')).at(-1)).toBe('street br/sp/santos/avenida-central');
    expect(await labels('q=rua')).toEqual(['place named']);
  });

  it('are found within filters and location only', async () => {
    expect(await labels('q=rua augusta&fq=address.city:Campinas')).toEqual(['street br/sp/campinas/rua-augusta']);
    expect(await labels('q=rua augusta&location.lat=0&location.lng=0')).toEqual([]);
  });

  it('are the same in XML', async () => {
    const json = await get('/v2/places/suggest?q=rua augu');
    const { text } = await get('/v2/places/suggest?q=rua augu&wt=xml');
    expect(await readXml(text, json.body)).toEqual(json.body);
    expect(text).toContain('<type>street</type>');
  });
});

describe('a name and the area that the place is in', () => {
  const inCity = (city: string, district?: string) => ({
    city,
    state: 'NI',
    country: 'NZ',
    ...(district && { district }),
  });
  const place = (id: string, name: string, address: Record<string, string>) =>
    aPlace({ id, name, address, categories: [] });
  const others = (city: string, district?: string) =>
    [0, 1, 2].map((at) => place(`${city}-${district ?? ''}-${at}`, `Office ${at}`, inCity(city, district)));

  const { get } = useDirectory({
    places: [
      place('aarhus', 'McDonald’s', inCity('Aarhus')),
      place('aalborg', 'McDonald’s', inCity('Aalborg')),
      place('aarhus-cafe', 'Café McDonald’s', inCity('Aarhus')),
      place('named', 'McDonald’s Aarhus', inCity('Odense')),
      place('eden', 'Garden Cafe', inCity('Auckland', 'Mt Eden')),
      place('elsewhere', 'Garden Cafe', inCity('Hamilton')),
      place('small', 'Garden Cafe', inCity('Little Bay')),
      place('state', 'Tip Top', { ...inCity('Rotorua'), state: 'Auckland' }),
      place('city', 'Tip Top', { ...inCity('Auckland'), state: 'Auckland' }),
      ...others('Aarhus'),
      ...others('Aalborg'),
      ...others('Auckland', 'Mt Eden'),
      ...others('Hamilton'),
    ],
  });
  const found = async (q: string) => {
    const { body } = await get(`/v2/places/suggest?q=${encodeURIComponent(q)}`);
    return (body.suggestionResults.suggestions as { type: string; id: string }[])
      .filter(({ type }) => type === 'place')
      .map(({ id }) => id);
  };

  it.each([
    ['a complete city', 'mcdonalds aarhus', ['named', 'aarhus', 'aarhus-cafe']],
    ['an incomplete city', 'mcdonalds aar', ['named', 'aarhus', 'aarhus-cafe']],
    ['an incomplete name', 'mcdon aalborg', ['aalborg']],
    ['a wrong letter in the name', 'mcdonakds aalborg', ['aalborg']],
    ['a synonym', 'garden cafe mount eden', ['eden']],
    ['a district and its city', 'garden mt eden auckl', ['eden']],
    ['a city, not the state of this name', 'tip top auckland', ['city']],
    ['a complete city that few places have', 'garden cafe little bay', ['small']],
  ])('is found by %s: %s', async (_, q, expected) => {
    expect(await found(q)).toEqual(expected);
  });

  it('is not found in an area that no place has, or elsewhere', async () => {
    expect(await found('garden cafe aarhus')).toEqual([]);
    expect(await found('tip top little bay')).toEqual([]);
    expect(await found('mcdonalds berlin')).toEqual([]);
  });
});

describe('a typed kind', () => {
  const of = (id: string, name: string, category: string, pageviews = '0') =>
    aPlace({
      ...{ id, name, address: { city: 'Santos', country: 'BR' }, location: { lat: '-23.55', lng: '-46.6' } },
      ...{ categories: [{ id: category.toLowerCase(), name: category }], statistics: { pageviews } },
    });

  const { get } = useDirectory({
    places: [
      of('green', "Governor's Park", 'Park'),
      of('lawn', 'Palace Lawn', 'Park'),
      of('cars', 'Park Street Car Park', 'Parking', '900'),
      of('lift', 'Harbour Car Park', 'Parking', '90'),
      of('hill', 'Park Hill', 'Park'),
      of('named', 'Park', 'Cafe'),
    ],
  });

  const suggest = async (query: string): Promise<string[]> => {
    const { body } = await get(`/v2/places/suggest?${query}`);
    return body.suggestionResults.suggestions.map(({ type, id }: { type: string; id: string }) => `${type} ${id}`);
  };

  it.each(['q=park', 'q=park&location.lat=-23.55&location.lng=-46.6'])(
    'suggests its places before others whose names start with it: %s',
    async (query) => {
      const found = await suggest(query);
      expect(found.filter((each) => each.startsWith('place'))).toEqual([
        'place named',
        'place hill',
        'place green',
        'place cars',
        'place lift',
      ]);
      expect(found[0]).toBe('category park');
    },
  );

  it('suggests names alone while it is not finished', async () => {
    expect((await suggest('q=par')).find((each) => each.startsWith('place'))).toBe('place cars');
  });
});
