import { aPlace } from '../support/factories.js';
import { useCommandLine } from '../support/use-command-line.js';
import { useDirectory } from '../support/use-directory.js';
import { readXml } from '../support/xml.js';

const castle = {
  id: 'castle',
  name: 'Edinburgh Castle',
  names: [
    { text: '爱丁堡城堡', language: 'zh' },
    { text: 'Castelo de Edimburgo', language: 'pt' },
    { text: 'Edinburgh Castle', language: 'en' },
    { text: 'Castle Rock', type: 'alternative' },
    { text: 'Caisteal Dhùn Èideann', language: 'gd', type: 'official' },
  ],
};

describe('further names and the brand', () => {
  const commandLine = useCommandLine();
  const { directory, get, ids } = useDirectory({
    over: commandLine,
    fill: async (service) => {
      const places = [
        castle,
        { id: 'inn', name: 'Castle Rock', statistics: { pageviews: '1' } },
        { id: 'cafe', name: 'Castle Rock Cafe', statistics: { pageviews: '90000' } },
        { id: 'express', name: 'Nicolson Street', brand: "Sainsbury's Local" },
        { id: 'fuel', name: 'Crewe Toll', brand: 'Shell' },
        { id: 'second-fuel', name: 'Drylaw', brand: 'SHELL' },
        { id: 'map', name: 'Museum', names: { pt: 'Museu', 'zh-hant': '博物館' } },
        { id: 'former', name: 'Kyloe', names: [{ text: 'Pizza Express', type: 'old' }] },
        { id: 'today', name: 'Pizza Express Leith' },
        { id: 'plain', name: 'Plain Bakery' },
      ];
      expect(await commandLine.import('places', places)).toMatchObject({ status: 0 });
      await service.settle();
    },
  });

  it('are in JSON and XML, and absent if there are none', async () => {
    const { body } = await get('/v2/places/castle');
    expect(body.place.names).toEqual(castle.names);
    expect(await readXml((await get('/v2/places/castle?wt=xml')).text, body)).toEqual(body);
    expect((await get('/v2/places/castle?wt=xml')).text).toContain(
      '<names><name><text>爱丁堡城堡</text><language>zh</language></name>',
    );
    expect((await get('/v2/places/fuel')).body.place).toMatchObject({ brand: 'Shell' });
    const plain = Object.keys((await get('/v2/places/plain')).body.place as object);
    expect(plain).toEqual(['id', 'link', 'name', 'phones', 'categories', 'kinds']);
  });

  it('are in lists only if fl names them', async () => {
    const list = async (fl: string) =>
      (await get(`/v2/places?fq=id:(map OR fuel)&sort=id&fl=${fl}`)).body.results.places as unknown;
    expect(await list('*')).toMatchObject([{ id: 'fuel' }, { id: 'map' }]);
    expect(JSON.stringify(await list('*'))).not.toMatch(/names|brand/);
    const names = [{ text: 'Museu', language: 'pt' }, { text: '博物館', language: 'zh-Hant' }]; // prettier-ignore
    expect(await list('names,brand')).toEqual([{ id: 'fuel', brand: 'Shell' }, { id: 'map', names }]); // prettier-ignore
    expect(await list('names.name.text')).toEqual([
      { id: 'fuel' },
      { id: 'map', names: [{ text: 'Museu' }, { text: '博物館' }] },
    ]);
  });

  it.each([
    ['names:castelo', ['castle']],
    ['names.text:museu', ['map']],
    ['names.language:ZH-hant', ['map']],
    ['names:[* TO *]', ['castle', 'former', 'map']],
    ['-brand:[* TO *] AND -names:[* TO *]', ['cafe', 'inn', 'plain', 'today']],
    ['brand:shell', ['fuel', 'second-fuel']],
    ['brand:sain*', ['express']],
  ])('are filterable: %s', async (fq, found) => {
    expect(await ids({ fq, sort: 'id' })).toEqual(found);
  });

  it('counts brands', async () => {
    const { facets } = (await get('/v2/places?facet.field=brand&rows=1')).body.results;
    expect(facets).toEqual([{ field: 'brand', buckets: [expect.objectContaining({ found: 2 }), { value: "Sainsbury's Local", found: 1 }] }]); // prettier-ignore
  });

  it.each([
    ['a whole name', 'castelo de edimburgo', ['castle']],
    ['a typing error', 'castelo edinburgp', ['castle']],
    ['another script', '爱丁堡城堡', ['castle']],
    ['a brand without its punctuation', 'sainsburys local', ['express']],
  ])('are found by q: %s', async (_, q, found) => {
    expect((await ids({ q, 'q.where': 'off' })).sort()).toEqual(found);
  });

  it('rank after names of today if they are old', async () => {
    expect(await ids({ q: 'pizza express' })).toEqual(['today', 'former']);
  });

  it('rank after an equal name, and before names that have more words', async () => {
    expect(await ids({ q: 'castle rock' })).toEqual(['inn', 'castle', 'cafe']);
  });

  it.each([
    ['castelo', 'Edinburgh Castle', 'Castelo de Edimburgo'],
    ['爱', 'Edinburgh Castle', '爱丁堡城堡'],
    ['sains', 'Nicolson Street', "Sainsbury's Local"],
    ['edinb', 'Edinburgh Castle', undefined],
  ])('are suggested beside the name: %s', async (q, text, matchedName) => {
    const { suggestions } = (await get(`/v2/places/suggest?${new URLSearchParams({ q }).toString()}`)).body
      .suggestionResults;
    expect(suggestions[0]).toMatchObject({ text, type: 'place', ...(matchedName !== undefined && { matchedName }) });
    if (matchedName === undefined) expect(suggestions[0]).not.toHaveProperty('matchedName');
  });

  it('suggests a name before an equal further name', async () => {
    const { suggestions } = (await get('/v2/places/suggest?q=castle%20rock')).body.suggestionResults;
    expect(suggestions.map(({ id }: { id: string }) => id)).toEqual(['inn', 'castle', 'cafe']);
  });

  describe('in the language of the reader', () => {
    const pt = { 'Accept-Language': 'fr, pt-BR;q=0.9, en;q=0.8' };
    const original = { text: 'Museum' };
    const museu = [{ text: 'Museu', language: 'pt' }, { text: '博物館', language: 'zh-Hant' }]; // prettier-ignore

    it.each<[string, Record<string, string>, string]>([
      ['', {}, 'Museum'],
      ['lang=pt', {}, 'Museu'],
      ['lang=pt-BR', { 'Accept-Language': 'zh-Hant' }, 'Museu'],
      // As Java writes it.
      ['lang=pt_BR', {}, 'Museu'],
      ['', { 'Accept-Language': 'zh-CN, zh-TW;q=0.5' }, '博物館'],
      ['lang=de', pt, 'Museum'],
      ['lang=', pt, 'Museu'],
    ])('%s with %j is shown: %s', async (query, headers, name) => {
      const { status, body, headers: sent } = await get(`/v2/places/map?${query}`, headers);
      expect([status, body.place.name]).toEqual([200, name]);
      expect(body.place.names).toEqual(name === 'Museum' ? museu : [original, ...museu]);
      expect(sent.get('vary')).toContain('Accept-Language');
      const list = await get(`/v2/places?fq=id:map&fl=name&${query}`, headers);
      expect(list.body.results.places).toEqual([{ id: 'map', name }]);
      expect(list.headers.get('vary')).toContain('Accept-Language');
    });

    it('is shown in XML and GeoJSON', async () => {
      const { body } = await get('/v2/places/map?lang=pt');
      expect(await readXml((await get('/v2/places/map?lang=pt&wt=xml')).text, body)).toEqual(body);
      const geojson = await get('/v2/places?fq=id:map&fl=*,names&wt=geojson&lang=pt');
      expect(geojson.body.features).toMatchObject([{ properties: { name: 'Museu', names: [original, ...museu] } }]);
    });

    it('changes neither order nor filters nor links', async () => {
      const { header, places } = (await get('/v2/places?sort=name&rows=2&start=4&fl=name&lang=pt')).body.results;
      const names = ['Castelo de Edimburgo', 'Kyloe'];
      expect(places.map(({ name }: { name: string }) => name)).toEqual(names);
      expect(await ids('sort=name&lang=pt')).toEqual(await ids('sort=name'));
      expect(await ids('fq=name:castelo&lang=pt')).toEqual([]);
      expect(header.next).toContain('start=6&fl=name&lang=pt');
    });

    it.each([
      ['castelo', 'Castelo de Edimburgo', undefined],
      ['edinb', 'Castelo de Edimburgo', 'Edinburgh Castle'],
      ['爱', 'Castelo de Edimburgo', '爱丁堡城堡'],
    ])('is suggested for %s', async (q, text, matchedName) => {
      const query = new URLSearchParams({ q, lang: 'pt' });
      const { suggestions } = (await get(`/v2/places/suggest?${query.toString()}`)).body.suggestionResults;
      expect(suggestions[0]).toEqual({ ...suggestions[0], id: 'castle', text });
      expect(suggestions[0].matchedName).toBe(matchedName);
    });

    it.each(['/v2/places?', '/v2/places/map?', '/v2/places/suggest?q=a&', '/v2/places/tiles/0/0/0.mvt?'])(
      'is an error if it is none: %slang=…',
      async (path) => {
        for (const value of ['*', 'english', 'pt,en', '-', 'pt_']) {
          const { status, body } = await get(`${path}lang=${value}`);
          const fault = { parameter: 'lang', value, reason: 'is not a language', allowed: ['a language tag, such as pt or pt-BR'] }; // prettier-ignore
          expect([status, body.errors]).toEqual([400, [fault]]);
        }
      },
    );
  });

  it('changes, is exported and verified', async () => {
    const before = (await get('/v2/places?fq=id:map&fl=names')).body.results.places as unknown;
    const line = { id: 'map', name: 'Museum', names: [{ text: 'Museo', language: 'es' }] };
    expect(await commandLine.import('places', [line])).toMatchObject({ status: 0 });
    await directory.settle();
    const after = (await get('/v2/places?fq=id:map&fl=names')).body.results.places as unknown;
    expect([before, after]).not.toEqual([after, after]);
    expect(after).toEqual([{ id: 'map', names: line.names }]);
    expect((await get('/v2/places/map')).body.place.names).toEqual(line.names);
    const { output } = await commandLine.run(['export', 'places']);
    const exported = output.split('\n').filter(Boolean).map((text) => JSON.parse(text) as { id: string }); // prettier-ignore
    expect(exported.find(({ id }) => id === 'castle')).toEqual({ ...castle, phones: [], categories: [] });
    expect(exported.find(({ id }) => id === 'map')).toMatchObject(line);
    expect(await commandLine.run(['index', 'verify'])).toMatchObject({ status: 0 });
    expect((await commandLine.import('places', [line])).report).toContain('0 new, 0 changed, 1 unchanged');
  });

  it('are checked', async () => {
    const names = [
      { text: 'Etymon', language: 'etymology' },
      { text: 'x'.repeat(501) },
      { text: 'Kind', type: 'nick' },
      { language: 'pt' },
    ];
    const { messages } = await commandLine.import('places', [{ id: 'bad', name: 'Bad', names, brand: 7 }]);
    for (const warning of [
      'names[0].language: "etymology" must be a language tag, such as pt or zh-Hant, left out (line 1)',
      'x… has 501 characters, more than 500, left out (line 1)',
      'names[2].type: "nick" must be one of alternative, short, old, official, local, left out (line 1)',
      '1 × names[3].text is missing, left out (line 1)',
      'brand: 7 must be a string, left out (line 1)',
    ])
      expect(messages).toContain(warning);
    await directory.settle();
    expect((await get('/v2/places/bad')).body.place.names).toEqual([{ text: 'Etymon' }, { text: 'Kind' }]);
  });
});

/** `all`, `the address` and `opening hours` are also words of questions. */
describe('names with the words of a question', () => {
  const address = { city: 'Auckland', country: 'NZ' };
  const categories = [{ id: 'food', name: 'Food', subcategory: { id: 'cafe', name: 'Cafe' } }];
  const { search } = useDirectory({
    places: [
      ...['All Saints', 'Saints', 'The Address', 'The End'].map((name) =>
        aPlace({ id: name, name, address, categories: [] }),
      ),
      ...['Saints Cafe', 'All Saints Cafe'].map((name) => aPlace({ id: name, name, address, categories })),
    ],
  });

  it.each([
    ['All Saints', ['All Saints', 'All Saints Cafe'], undefined],
    ['all saints auckland', ['All Saints', 'All Saints Cafe'], undefined],
    ['The Address', ['The Address'], undefined],
    ['saints opening hours', ['Saints', 'All Saints', 'Saints Cafe', 'All Saints Cafe'], ['opening', 'hours']],
  ])('are found first: %s', async (q, found, omitted) => {
    const { header, ids } = await search({ q });
    expect([ids, header.omitted]).toEqual([found, omitted]);
  });
});
