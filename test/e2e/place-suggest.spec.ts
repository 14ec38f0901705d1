import { aPlace } from '../support/factories.js';
import { waitUntil } from '../support/retry.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

describe('GET /v2/places/suggest', () => {
  const centro = { lat: '-23.5417', lng: '-46.6295' };
  const paulista = { lat: '-23.5614', lng: '-46.6559' };
  const rio = { lat: '-22.9053', lng: '-43.1786' };
  const bakery = { id: '1', name: 'Comida', subcategory: { id: '101', name: 'Padaria Artesanal' } };
  const market = { id: '2', name: 'Mercados' };

  const named = (id: string, name: string, pageviews: number, more: Parameters<typeof aPlace>[0] = {}) =>
    aPlace({ id, name, statistics: { pageviews: String(pageviews) }, location: paulista, categories: [], ...more });

  const places = [
    named('municipal', 'Mercado Municipal', 50, { location: centro, categories: [market] }),
    named('super', 'Super Mercado', 900, { address: { city: 'Santos' } }),
    named('merci', 'Merci', 10, { location: rio }),
    named('padoca', 'Padoca do João', 5, { categories: [bakery] }),
    named('pao', 'Casa do Pão', 70),
    named('casa', 'Casa do Pedro', 80),
    named('walmart', 'Wal-Mart Brasil', 30),
    named('angelo', "D'Angelo", 20),
    named('bar', 'Bar 1908', 1),
    named('bares', 'Bares & Cia', 99),
    named('colombo', 'Confeitaria Colombo', 2),
    named('colomba', 'Confeitaria Colomba', 1),
    named('twin-1', 'Zebra Um', 7, { location: rio }),
    named('twin-2', 'Zebra Dois', 7, { location: rio }),
    named('twin-3', 'Zebra Três', 3),
    named('night', 'Night Bar', 9, {
      openingHours: 'Mo-Su 20:00-24:00',
      categories: [{ id: '30', name: 'Nightlife' }],
    }),
    named('day', 'Night School', 8, { openingHours: 'Mo-Su 08:00-18:00' }),
    named('no-hours', 'Night Nurse', 7),
    named('film', 'Trattoria 8 ½', 4),
    named('king', 'Kingston Bar', 1),
    named('ring', 'Ring Bar', 9),
    named('kind', 'Kind Bar', 8),
    named('kinder', 'Kinder Bar', 7),
    named('court', 'Ginásio Um', 1, { categories: [{ id: '40', name: 'Quadra' }] }),
    ...['court-2', 'court-3'].map((id) => named(id, 'Ginásio', 1, { categories: [{ id: '41', name: 'Quadra Nova' }] })),
  ];

  const { directory, get } = useDirectory({ places });

  const ask = (query: string) => get(`/v2/places/suggest?${query}`);

  async function ids(query: string): Promise<string[]> {
    const { status, text, body } = await ask(query);
    if (status !== 200) throw new Error(text);
    return body.suggestionResults.suggestions.map(({ id }: { id: string }) => id);
  }

  it('returns places and categories in one shape, with the Cache-Control of lists', async () => {
    const { text, headers } = await ask('q=merca&rows=2');
    const link = (path: string) => ({ rel: 'self', uri: `${directory.url}${path}` });
    expect(text).toBe(
      JSON.stringify({
        suggestionResults: {
          suggestions: [
            {
              ...{ text: 'Mercados', type: 'category', id: '2' },
              kinds: [{ id: 'amenity/marketplace' }, { id: 'shop/supermarket' }],
              link: link('/v2/categories/2'),
            },
            {
              ...{ text: 'Mercado Municipal', type: 'place', id: 'municipal' },
              address: {
                ...{ street: 'Avenida Paulista', number: '1578', district: 'Bela Vista' },
                ...{ city: 'São Paulo', state: 'SP', country: 'BR' },
              },
              link: link('/v2/places/municipal'),
            },
          ],
        },
      }),
    );
    expect(headers.get('cache-control')).toBe('private, max-age=30');
  });

  it('shows a subcategory with its category', async () => {
    const { body } = await ask('q=padar');
    expect(body.suggestionResults.suggestions[0]).toEqual({
      text: 'Padaria Artesanal',
      type: 'subcategory',
      id: '101',
      link: { rel: 'self', uri: `${directory.url}/v2/categories/1` },
    });
  });

  it.each([
    ['the beginning of any word', 'munic', ['municipal']],
    ['beginnings of several', 'mer mun', ['municipal']],
    ['its whole name, before a category that is also called so', 'mercado municipal', ['municipal', '2']],
    ['one letter', 'w', ['walmart']],
    ['a word behind punctuation, after a Marketplace', 'mar', ['2', 'walmart']],
    ['the word behind an apostrophe', 'angelo', ['angelo']],
    ['a wrong letter', 'padica', ['padoca']],
    ['swapped letters', 'padco', ['padoca']],
    ['a sign that is no word, and a wrong letter', '½ trattoriq', ['film']],
  ])('finds by %s: %s', async (_, q, expected) => {
    expect(await ids(`q=${encodeURIComponent(q)}`)).toEqual(expected);
  });

  it.each([
    ['the middle of a word', 'rcado'],
    ['two errors', 'mnuiipal'],
    ['a wrong first letter', 'nunici'],
    ['an error in a number', '1909'],
  ])('does not find by %s: %s', async (_, q) => {
    expect(await ids(`q=${encodeURIComponent(q)}`)).toEqual([]);
  });

  it.each([
    ['names that begin so before inner words, then the visited ones', 'merc', ['2', 'municipal', 'merci', 'super']],
    ['what was typed before what is corrected', 'merca', ['2', 'municipal', 'super', 'merci']],
    ['a category with a typing error first, and corrections in the same order', 'mercadp', ['2', 'municipal', 'super']],
    ['a whole name before all', 'merci', ['merci']],
    ['the visited first, then by id', 'zeb', ['twin-1', 'twin-2', 'twin-3']],
    ['a category that holds it last', 'artesa', ['101']],
  ])('orders: %s', async (_, q, expected) => {
    expect((await ids(`q=${encodeURIComponent(q)}`)).slice(0, expected.length)).toEqual(expected);
  });

  it('corrects a text of eight letters or more only if nothing matches it as typed', async () => {
    expect(await ids('q=confeitaria colombo')).toEqual(['colombo']);
    expect(await ids('q=confeitaria colombe')).toEqual(['colombo', 'colomba']);
  });

  it('corrects no first letter', async () => {
    expect(await ids('q=king')).toEqual(['king', 'kind', 'kinder']);
    expect(await ids('q=ring')).toEqual(['ring']);
  });

  it('puts the category of the name that is typed before a more frequent one', async () => {
    expect(await ids('q=quadr')).toEqual(['41', '40']);
    expect(await ids('q=quadra')).toEqual(['40', '41']);
  });

  it('sorts by distance from a point, and returns nothing beyond the radius', async () => {
    const at = 'location.lat=-23.5417&location.lng=-46.6295';
    expect(await ids(`q=zebra&${at}&location.radius=1000000`)).toEqual(['twin-3', 'twin-1', 'twin-2']);
    expect(await ids(`q=zebra&${at}`)).toEqual(['twin-3']);
    expect(await ids(`q=merc&${at}`)).toEqual(['2', 'municipal', 'super']);
    expect(await ids(`q=merc&${at}&location.radius=1`)).toEqual(['2', 'municipal']);
  });

  it('applies filters and rectangle, also to categories', async () => {
    expect(await ids('q=merc&fq=address.city:santos')).toEqual(['super']);
    const both = await ids('q=merc&fq=address.city:santos OR id:municipal&fq=categories.name:mercados');
    expect(both).toEqual(['2', 'municipal']);
    const rectangle = 'location.nw.lat=-22&location.nw.lng=-44&location.se.lat=-23&location.se.lng=-43';
    expect(await ids(`q=merc&${rectangle}`)).toEqual(['merci']);
  });

  it('returns at most rows suggestions, ten by default', async () => {
    expect(await ids('q=merc&rows=1')).toEqual(['2']);
    expect((await ids('q=merc&rows=20')).length).toBe(4);
  });

  it('returns the same in XML, by Accept, and with a trailing slash', async () => {
    const json = await ask('q=merc');
    const { text } = await ask('q=merc&wt=xml');
    expect(await readXml(text, json.body)).toEqual(json.body);
    expect(text).toContain(
      '<suggestionResults><suggestions><suggestion><text>Mercados</text><type>category</type><id>2</id><kinds><kind><id>amenity/marketplace</id></kind>',
    );
    const other = await get('/v2/places/suggest/?q=merc', { Accept: 'application/xml' });
    expect(other.text).toBe(text);
    expect((await ask('q=qqqq&wt=xml')).text).toContain('<suggestionResults><suggestions/></suggestionResults>');
  });

  it.each([
    ['q=a&q=b', 'q', 'a, b'],
    [`q=${'a'.repeat(257)}`, 'q', expect.stringMatching(/^a+/)],
    ['q=a&rows=21', 'rows', '21'],
  ])('rejects %s', async (query, parameter, value) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter, value, reason: expect.any(String) })]);
  });

  it('accepts a text of the maximum length, and ignores parameters of search', async () => {
    for (const q of ['a '.repeat(128), 'mercado '.repeat(32), 'a'.repeat(256), '"{}[]*~\\/ '.repeat(25)]) {
      expect((await ask(`q=${encodeURIComponent(q)}`)).status).toBe(200);
    }
    const { status, headers } = await ask('q=merc&sort=name');
    expect([status, headers.get('x-ignored-parameters')]).toEqual([200, 'sort']);
  });

  it('suggests what is open, with the parameter open of search', async () => {
    const at = (open: string) => ids(`q=night&open=${encodeURIComponent(open)}`);
    expect(await ids('q=night')).toEqual(['30', 'night', 'day', 'no-hours']);
    expect(await at('2027-01-20T23:30')).toEqual(['30', 'night']);
    expect(await at('2027-01-20T23:30-03:00')).toEqual(['30', 'night']);
    expect(await at('2027-01-20T10:30')).toEqual(['day']);
    expect((await ask('q=night&open=now')).headers.get('cache-control')).toBe('private, no-cache');
    expect((await ask('q=night&open=tonight')).body.errors).toMatchObject([{ parameter: 'open', value: 'tonight' }]);
  });

  it('limits what filters cost', async () => {
    const phrases = Array.from({ length: 4 }, (_, at) => `name:"${'a b '.repeat(31)}${at}"`);
    const { status, body } = await ask(`q=merc&fq=${encodeURIComponent(phrases.join(' OR '))}`);
    expect([status, body.code, body.errors?.[0].parameter]).toEqual([400, 'search_too_complex', 'fq']);
  });

  it('shows the new name of a renamed category', async () => {
    await directory.source.query("UPDATE categories SET name = 'Quermesses' WHERE id = '2'");
    await directory.settle();
    // Names of categories are cached for half a second.
    await waitUntil(async () => (await ids('q=querm')).includes('2'), 2);
    expect(await ids('q=mercados')).toEqual(['municipal', 'super']);
  });
});

describe('categories among the suggestions', () => {
  const address = { city: 'Recife', country: 'BR' };
  const of = (id: string, ...names: string[]) =>
    names.map((name) => aPlace({ id: `${id}-${name}`, name, address, categories: [{ id, name: capitalized(id) }] }));
  const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

  const { get } = useDirectory({
    places: [
      ...of('bakery', 'Sol', 'Lua', 'Mar'),
      ...of('bank', 'Um', 'Dois'),
      ...of('padel', 'Quadra'),
      ...of('art gallery', 'Quadro'),
      ...of('cafe', 'Xícara'),
      ...of('pharmacy', 'Remédio'),
      ...of('restaurant', 'Resturant 24'),
    ],
  });

  const ask = async (typed: string) => {
    const { body } = await get(`/v2/places/suggest?q=${typed}`);
    return body.suggestionResults.suggestions;
  };

  it('are found by what they are called in the languages of the data, after those with such a name', async () => {
    // Names of categories are cached for half a second.
    await waitUntil(async () => (await ask('bakery')).length > 0, 2);
    expect(await ask('padaria')).toMatchObject([{ text: 'Bakery', matchedName: 'Padaria', type: 'category' }]);
    expect((await ask('pad')).map(({ id }: { id: string }) => id)).toEqual(['padel', 'bakery']);
    const [padel] = await ask('pad&location.lat=-23.56&location.lng=-46.65');
    expect(padel.id).toBe('padel');
    // What people also call a bakery.
    expect(await ask('panif')).toMatchObject([{ text: 'Bakery', matchedName: 'panificadora', type: 'category' }]);
    expect(await ask('bakry')).toMatchObject([{ text: 'Bakery', type: 'category' }]);
    expect(await ask('pa')).toMatchObject([{ text: 'Padel' }, { text: 'Bakery', matchedName: 'Padaria' }]);
    const [bakery] = await ask('bake');
    expect(bakery).toMatchObject({ text: 'Bakery' });
    expect(bakery).not.toHaveProperty('matchedName');
  });

  it.each([
    ['a name in a language of the data', 'farmacy', ['Pharmacy: Farmácia']],
    ['what people also call it', 'cofee shop', ['Cafe: coffee shop']],
    ['its name, after places as typed', 'resturant', ['Resturant 24', 'Restaurant']],
  ])('are found by a typing error in %s: %s', async (_, typed, expected) => {
    const found: { text: string; matchedName?: string }[] = await ask(encodeURIComponent(typed));
    const lines = found.map(({ text, matchedName }) => (matchedName === undefined ? text : `${text}: ${matchedName}`));
    expect(lines.slice(0, 2)).toEqual(expected);
  });

  it('are not found by the first letters of what people also call them', async () => {
    expect(await ask('co')).toEqual([]);
  });
});

describe('cities and districts among the suggestions', () => {
  const paulista = { lat: '-23.5614', lng: '-46.6559' };

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
    expect(uri).toBe('/v2/places?fq=areas.id%3A%22us%2Fma%2Fspringfield%22');
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
    expect((await labels('q=m')).join()).toMatch(/^category 4(,place \S+){3}$/);
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

describe('places with the same name', () => {
  const place = (id: string, name: string, lng: number, pageviews: number, more: Parameters<typeof aPlace>[0] = {}) =>
    aPlace({
      ...{ id, name, location: { lat: '-23.55', lng: String(lng) }, categories: [] },
      statistics: { pageviews: String(pageviews) },
      ...more,
    });
  const { location: _location, ...lost } = place('lost', 'Quay Lost', 0, 0);
  const chain = (id: string, name: string, count: number) =>
    [...Array(count).keys()].map((at) => place(`${id}-${at}`, name, -46.6 - at / 1000, at));

  const { get } = useDirectory({
    places: [
      ...chain('seven', '7-Eleven', 5),
      place('seven-spaced', '7 Eleven', -46.7, 1),
      place('seven-alone', '7-Eleven Museum', -46.6, 0),
      ...chain('kwik', 'Kwik Stop', 30),
      ...chain('kwikly', 'Kwikly', 3),
      ...[...Array(19).keys()].map((at) => place(`kwik-other-${at}`, `Kwik Number ${at}`, -46.6, 0)),
      ...chain('lanche', 'Lanche', 12),
      ...[...Array(14).keys()].map((at) => place(`lanche-other-${at}`, `Lanche Number ${at}`, -46.6, 5)),
      ...chain('brand', 'Brand Bars', 3),
      place('near-brand', 'Brand Bar', -46.6, 0),
      // The nearest branch is two kilometres away.
      ...[0, 1, 2].map((at) => place(`star-${at}`, 'Star Market', -46.62, at)),
      place('star', 'Star Pizza', -46.6, 0),
      // Two kilometres away, here, and four kilometres away.
      ...[0, 1, 2].map((at) => place(`cedar-${at}`, 'Cedar Bank', -46.6196, at)),
      place('near-cedar', 'The Cedar', -46.6, 10_000),
      place('known-cedar', 'Cedar Hall', -46.635, 0, { statistics: { pageviews: '900000', rating: '5' } }),
      // Eleven kilometres away, here, and four kilometres away.
      place('far', 'Harbour View', -46.708, 0),
      place('near', 'The Harbour', -46.6, 0),
      lost,
      place('quay', 'Quay View', -46.6, 0),
      place('known', 'Harbour Museum', -46.635, 900_000, { statistics: { pageviews: '900000', rating: '5' } }),
    ],
  });
  const suggest = async (query: string) => {
    const { body } = await get(`/v2/places/suggest?${query}`);
    return (body.suggestionResults.suggestions as { id: string; places?: number }[]).map(({ id, places }) =>
      places === undefined ? id : `${id}: ${places}`,
    );
  };
  const here = 'location.lat=-23.55&location.lng=-46.6';

  it('are one suggestion, the most visited, with their number', async () => {
    expect(await suggest('q=7-el')).toEqual(['seven-4: 6', 'seven-alone']);
    const { text } = await get('/v2/places/suggest?q=7-el&wt=xml');
    expect(text).toContain('<places>6</places>');
  });

  it('are the nearest with a centre, and only those within the radius count', async () => {
    expect(await suggest(`q=7-el&${here}`)).toEqual(['seven-0: 6', 'seven-alone']);
    expect(await suggest(`q=7-el&${here}&location.radius=250`)).toEqual(['seven-0: 3', 'seven-alone']);
  });

  it('are a brand from three places on, before other places but not before one that is called as the text', async () => {
    expect((await suggest(`q=brand&${here}`)).slice(0, 2)).toEqual(['brand-0: 3', 'near-brand']);
    expect((await suggest(`q=brand bar&${here}`))[0]).toBe('near-brand');
  });

  it('are no brand before a nearer place', async () => {
    expect(await suggest('q=star')).toEqual(['star-2: 3', 'star']);
    expect(await suggest(`q=star&${here}`)).toEqual(['star', 'star-2: 3']);
    expect(await suggest(`q=cedar&${here}`)).toEqual(['near-cedar', 'cedar-2: 3', 'known-cedar']);
  });

  it('are not near without a location', async () => {
    const bias = 'location.bias=-23.551,-46.601';
    expect(await suggest(`q=quay&${bias}`)).toEqual(['quay', 'lost']);
    const { places } = (await get(`/v2/places?q=quay&${bias}`)).body.results as { places: { id: string }[] };
    expect(places.map(({ id }) => id)).toEqual(['quay', 'lost']);
  });

  it('are all counted if there are more than are read, from the third letter on', async () => {
    expect((await suggest('q=lanche')).slice(0, 2)).toEqual(['lanche-11: 12', 'lanche-other-0']);
    expect(await suggest('q=kwik&rows=3')).toEqual(['kwik-29: 30', 'kwikly-2: 3', 'kwik-other-0']);
    expect((await suggest('q=la'))[0]).toBe('lanche-11');
  });

  it('come after a nearer place with another name, unless they are much better known', async () => {
    expect(await suggest('q=harbour')).toEqual(['known', 'far', 'near']);
    expect(await suggest(`q=harbour&${here}`)).toEqual(['known', 'near', 'far']);
  });
});
