import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

const paulista = { lat: '-23.5614', lng: '-46.6559' };

describe('cities and districts among the suggestions', () => {
  const inMoema = { district: 'Moema', city: 'São Paulo', state: 'SP', country: 'BR' };
  const springfield = (state: string) => ({ city: 'Springfield', state, country: 'US' });
  const several = (id: string, count: number, more: Parameters<typeof aPlace>[0]) =>
    [...Array(count).keys()].map((at) => aPlace({ id: `${id}-${at}`, name: `Bar ${id}`, ...more }));

  const { directory, get, ids } = useDirectory({
    places: [
      ...several('moema', 3, { address: inMoema, location: paulista }),
      ...several('il', 3, { address: springfield('IL'), location: { lat: '39.8', lng: '-89.6' } }),
      ...several('ma', 4, { address: springfield('MA'), location: { lat: '42.1', lng: '-72.6' } }),
      ...[...Array(30).keys()].flatMap((at) =>
        several(`big-${at}`, 4, {
          address: { district: 'Vila', city: `City ${at}`, state: 'SP', country: 'BR' },
          location: { lat: '-22.5', lng: '-47' },
        }),
      ),
      // More of them than are counted one by one.
      ...[...Array(110).keys()].flatMap((at) =>
        several(`ville-${at}`, 4, {
          address: { district: `Ville ${at}`, city: `Town ${at}`, state: 'SP', country: 'BR' },
          location: { lat: '-22.5', lng: '-47' },
        }),
      ),
      ...several('rare', 3, {
        address: { district: 'Ville Rare', city: 'Curitiba', state: 'PR', country: 'BR' },
        openingHours: '24/7',
        location: { lat: '-22.5', lng: '-47' },
      }),
      ...several('rare-too', 3, {
        address: { district: 'Ville Rare', city: 'Londrina', state: 'PR', country: 'BR' },
        location: { lat: '-22.5', lng: '-47' },
      }),
      ...several('vila', 3, {
        address: { district: 'Vila', city: 'Recife', state: 'PE', country: 'BR' },
        location: { lat: '-8.05', lng: '-34.9' },
      }),
      ...several('few', 2, { address: { city: 'Moreira' }, location: paulista }),
      aPlace({ id: 'mor', name: 'Moela', location: paulista, address: { street: 'Rua A', city: 'Santos' } }),
    ],
  });

  const suggest = async (query: string) => {
    const { body } = await get(`/v2/places/suggest?${query}`);
    return body.suggestionResults.suggestions as { text: string; type: string; id: string; link: { uri: string } }[];
  };
  const labels = async (query: string) => (await suggest(query)).map(({ type, id }) => `${type} ${id}`);

  it('come before places, with what tells them apart and the search for their places', async () => {
    const [city, other, ...places] = await suggest('q=springf');
    expect([city, other]).toMatchObject([
      { text: 'Springfield', type: 'city', id: 'us/ma/springfield', address: { state: 'MA', country: 'US' } },
      { text: 'Springfield', type: 'city', id: 'us/il/springfield', address: { state: 'IL', country: 'US' } },
    ]);
    expect(places).toEqual([]);
    const uri = (city?.link.uri ?? '').slice(directory.url.length);
    expect(uri).toBe('/v2/places?fq=address.city%3A%22Springfield%22&fq=address.state%3A%22MA%22');
    expect((await ids(uri.split('?')[1] ?? '')).length).toBe(4);
  });

  it('are found by a beginning, with a typing error, and within filters and location', async () => {
    expect((await labels('q=moe')).slice(0, 2)).toEqual(['district br/sp/sao-paulo/moema', 'place mor']);
    expect(await labels('q=sprimg')).toEqual(['city us/ma/springfield', 'city us/il/springfield']);
    expect(await labels('q=springfield&fq=address.state:IL')).toEqual(['city us/il/springfield']);
    expect(await labels('q=springfield&location.lat=39&location.lng=-89&location.radius=1000000')).toEqual([
      'city us/il/springfield',
    ]);
    expect(await labels('q=springfield&location.lat=39&location.lng=-89&location.radius=1000')).toEqual([]);
  });

  it.each([
    ['filters', 'fq=address.state:PE'],
    ['a rectangle', 'location.nw.lat=-8&location.nw.lng=-35&location.se.lat=-9&location.se.lng=-34'],
    ['a polygon', 'location.polygon=-8,-35;-9,-35;-9,-34;-8,-34'],
    ['a line', 'location.line=-8.05,-35;-8.05,-34.8&location.radius=1000'],
  ])('are found within %s although dozens with more places have the name', async (_, query) => {
    expect((await labels(`q=vila&${query}`))[0]).toBe('district br/pe/recife/vila');
  });

  it.each([
    ['a filter', 'fq=address.city:Curitiba'],
    ['a filter and a location', 'fq=address.city:Curitiba&location.lat=-22.5&location.lng=-47'],
    ['opening hours', 'open=2027-01-20T10:30'],
  ])('are found within %s although more than a hundred names start so', async (_, query) => {
    expect((await labels(`q=ville&${query}`)).filter((label) => label.startsWith('district'))).toEqual([
      'district br/pr/curitiba/ville-rare',
    ]);
  });

  it('have three places or more, and two letters were typed', async () => {
    expect(await labels('q=moreira')).toEqual([]);
    expect((await labels('q=m')).filter((label) => /^(city|district)/.test(label))).toEqual([]);
  });

  it('are the same in XML', async () => {
    const json = await get('/v2/places/suggest?q=springf');
    const { text } = await get('/v2/places/suggest?q=springf&wt=xml');
    expect(await readXml(text, json.body)).toEqual(json.body);
  });

  it('tells places apart by address and distance', async () => {
    const [place] = await suggest('q=moela&location.lat=-23.5614&location.lng=-46.6559');
    expect(place).toMatchObject({ id: 'mor', address: { street: 'Rua A', city: 'Santos' }, distance: '0' });
  });
});
