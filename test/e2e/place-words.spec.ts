import { readFileSync } from 'node:fs';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

/** Kinds of places have tests of their own (place-reading.spec.ts). */
const WORDS = { 'q.kind': 'off' };

/** Words as typed, then with typing errors, then without some of them (docs/query-language.md). */
describe('a search by words', () => {
  const places = [
    aPlace({ id: 'cafe', name: 'Copacabana Coffee', address: { city: 'Santos' }, statistics: { pageviews: '9' } }),
    aPlace({ id: 'bakery', name: 'Santista Bakery', address: { city: 'Santos' }, statistics: { pageviews: '8' } }),
    aPlace({ id: 'roastery', name: 'Coffee Roastery', address: { city: 'Campinas' } }),
    aPlace({ id: 'inn', name: 'Near Inn 9', address: { city: 'Campinas' } }),
    aPlace({ id: 'best', name: 'Best Pizza', address: { city: 'Osasco' } }),
    aPlace({ id: 'pizza', name: 'Pizza', address: { city: 'Osasco' }, statistics: { pageviews: '99', rating: '5' } }),
    aPlace({ id: 'mario', name: 'Pizzaria do Mario', address: { city: 'Olinda' } }),
    aPlace({ id: 'western', name: 'Best Western', address: { city: 'Osasco' } }),
    aPlace({ id: 'rodeo', name: 'Western Rodeo', address: { city: 'Osasco' } }),
  ];

  const { get, search } = useDirectory({ places });

  it('finds words as typed, and says nothing about it', async () => {
    const { header, ids } = await search({ ...WORDS, q: 'coffee' });
    expect(ids.sort()).toEqual(['cafe', 'roastery']);
    expect(header).toEqual({ found: 2, rows: 10, start: 0 });
  });

  it.each([['cofee santos', 'coffee santos', ['cofee', 'santos'], ['cafe']]])(
    'corrects typing errors: %s, %s',
    async (q, corrected, words, found) => {
      const { header, ids } = await search({ ...WORDS, q });
      expect(ids).toEqual(found);
      expect(header).toMatchObject({ found: 1, match: 'corrected', words, corrected });
      expect(header).not.toHaveProperty('omitted');
    },
  );

  it.each([
    ['the coffee santos', ['coffee', 'santos'], ['the'], ['cafe']],
    ['bakkery in xyzzy santos', ['bakkery', 'santos'], ['in', 'xyzzy'], ['bakery']],
    ['near inn xyzzy', ['near', 'inn'], ['xyzzy'], ['inn']],
    // A word as typed before a corrected one, and the rarer of two as typed.
    ['santos roastery', ['roastery'], ['santos'], ['roastery']],
    ['coffee coffee bakery', ['bakery'], ['coffee', 'coffee'], ['bakery']],
  ])('leaves out words that no place has with the others: %s', async (q, words, omitted, found) => {
    const { header, ids } = await search({ ...WORDS, q });
    expect(header).toMatchObject({ found: found.length, match: 'relaxed', words, omitted });
    expect(ids).toEqual(found);
  });

  it('keeps praise that may be a name', async () => {
    expect((await search({ ...WORDS, q: 'best western' })).ids).toEqual(['western']);
    expect((await search({ ...WORDS, q: 'best pizza', match: 'corrected' })).ids).toEqual(['best']);
  });

  it.each([['xyzzy'], ['xyzzy in plugh'], ['the xyzzy near']])('finds nothing without any word: %s', async (q) => {
    expect((await search({ ...WORDS, q })).header).toEqual({ found: 0, rows: 10, start: 0 });
  });

  it('goes no further than match', async () => {
    expect((await search({ ...WORDS, q: 'cofee', match: 'exact' })).header).toEqual({ found: 0, rows: 10, start: 0 });
    expect((await search({ ...WORDS, q: 'cofee', match: 'corrected' })).header).toMatchObject({
      found: 2,
      match: 'corrected',
    });
    expect((await search({ ...WORDS, q: 'coffee xyzzy', match: 'corrected' })).header.found).toBe(0);
    expect((await search({ ...WORDS, q: 'coffee xyzzy', match: 'relaxed' })).header.found).toBe(2);
  });

  it('never relaxes filters and location', async () => {
    const filter = { ...WORDS, q: 'roastery xyzzy', fq: 'address.city:Santos' };
    expect((await search(filter)).header.found).toBe(0);
    const { header, ids } = await search({ ...WORDS, q: 'coffee bakery', fq: 'address.city:Santos', sort: 'name' });
    expect(header).toMatchObject({ found: 1, match: 'relaxed' });
    expect(ids).toHaveLength(1);
    const far = { 'location.lat': '50', 'location.lng': '10', 'location.radius': '1000' };
    expect((await search({ ...WORDS, q: 'roastery xyzzy', ...far })).header.found).toBe(0);
  });

  it('uses one stage for all pages, the order, facets and cursors', async () => {
    const whole = { ...WORDS, q: 'coffee xyzzy', sort: 'name', rows: '1' };
    const match = { match: 'relaxed', words: ['coffee'], omitted: ['xyzzy'] };
    const second = await search({ ...whole, start: '1', 'facet.field': 'address.city' });
    expect(second).toMatchObject({ header: { found: 2, ...match }, ids: ['cafe'] });
    const { body } = await get(`/v2/places?q.kind=off&q=coffee+xyzzy&rows=1&facet.field=address.city`);
    expect(body.results.facets[0].buckets).toHaveLength(2);
    const first = await search({ ...whole, cursorMark: '*' });
    expect(first).toMatchObject({ header: { found: 2, ...match }, ids: ['roastery'] });
    const last = await search({ ...whole, cursorMark: first.header.nextCursorMark });
    expect(last).toMatchObject({ header: { found: 2, ...match }, ids: ['cafe'] });
    expect(last.header).not.toHaveProperty('nextCursorMark');
  });

  it('binds a cursor to match', async () => {
    const { header } = await search({ ...WORDS, q: 'coffee xyzzy', rows: '1', cursorMark: '*' });
    const { status, body } = await get(
      `/v2/places?${new URLSearchParams({ ...WORDS, q: 'coffee xyzzy', match: 'corrected', cursorMark: header.nextCursorMark }).toString()}`,
    );
    expect([status, body.errors[0].reason]).toEqual([
      400,
      'belongs to another search or an older release: q, match, q.kind, q.where, q.near, q.when, q.number, fq, open, sort and location must stay the same',
    ]);
  });

  it('has the header of the documentation', async () => {
    const page = readFileSync('docs/query-language.md', 'utf8');
    const [, json = ''] = /```json\n([^`]*"omitted"[^`]*)```/.exec(page) ?? [];
    const q = 'the coffee santos';
    expect(JSON.parse(json)).toEqual({ header: (await search({ ...WORDS, q })).header });
    const { text } = await get('/v2/places?q.kind=off&q=the+coffee+santos&wt=xml');
    expect(text).toContain('<words><word>coffee</word><word>santos</word></words><omitted><word>the</word></omitted>');
  });
});

/** A place whose whole name is the text comes first, and punctuation inside words does not matter (docs/query-language.md). */
describe('a whole name', () => {
  /** A name with punctuation inside, and one that holds the same words and more, which more people look at. */
  const names = [
    ['Coca-Cola', 'Coca Cola Store'],
    ["D'Angelo", 'D Angelo Pizza'],
    ["Posto/McDonald's", 'Posto Mcdonalds Norte'],
    ['AC/DC Rock-Bar', 'AC DC Rock Bar e Grill'],
  ] as const;

  const named = (name: string, pageviews: string) => aPlace({ name, categories: [], statistics: { pageviews } });

  const places = [
    ...names.flatMap(([name, longer]) => [named(name, '1'), named(longer, '900')]),
    named('Coca do Cais', '950'),
  ];

  const { get } = useDirectory({ places });

  describe.each([
    ['Coca-Cola', ['coca cola', 'COCACOLA', 'coca.cola']],
    ["D'Angelo", ['d angelo', 'dangelo']],
    ["Posto/McDonald's", ['posto mcdonald s', "posto mcdonald's"]],
    ['AC/DC Rock-Bar', ['ac dc rock bar', 'acdc rockbar']],
  ])('%s', (name, texts) => {
    it.each(texts)('comes first for %j', async (text) => {
      const q = encodeURIComponent(text);
      const { body } = await get(`/v2/places?q.kind=off&q=${q}`);
      expect(body.results.places[0]?.name).toBe(name);
      const suggested = await get(`/v2/places/suggest?q=${q}`);
      expect(suggested.body.suggestionResults.suggestions[0]?.text).toBe(name);
    });
  });

  it('is suggested for its beginning as well, before names that only begin with the first word', async () => {
    const { body } = await get('/v2/places/suggest?q=coca%20c');
    expect(body.suggestionResults.suggestions.map(({ text }: { text: string }) => text)).toEqual([
      ...['Coca Cola Store', 'Coca-Cola', 'Coca do Cais'],
    ]);
  });
});

/** Every word of `q` must match, also in scripts that do not separate words by spaces (docs/query-language.md). */
describe('words without spaces between them', () => {
  const named = (id: string, name: string, city: string, category: string) =>
    aPlace({ id, name, address: { city }, categories: [{ id, name: category }] });

  const places = [
    named('starbucks', '星巴克', '上海', '咖啡馆'),
    named('signs of both', '星上克', '海巴', '馆'),
    named('shibuya', 'スターバックス', '渋谷区', 'カフェ'),
    named('ramen', 'らーめん一番', '札幌市', 'ラーメン'),
    named('duck', '北京烤鸭', '南京', '餐厅'),
    named('thai', 'ร้านอาหารไทย', 'เชียงใหม่', 'ร้านอาหาร'),
    named('thai coffee', 'กาแฟ สตาร์บัคส์', 'กรุงเทพ', 'ร้าน\u200bกาแฟ'),
    named('sweets', 'ขนมไทย', 'ภูเก็ต', 'ขนม'),
    { ...named('old sweets', 'ขนมไทย โบราณ', 'ภูเก็ต', 'ขนม'), statistics: { pageviews: '90000', rating: '5' } },
    named('lao', 'ຮ້ານອາຫານລາວ', 'ວຽງຈັນ', 'ອາຫານ'),
    named('khmer', 'ផ្សារភ្នំពេញ', 'ភ្នំពេញ', 'ផ្សារ'),
    named('burmese', 'ရန်ကုန်ဆေးဆိုင်', 'ရန်ကုန်', 'ဆေးဆိုင်'),
    named('korean', '서울식당', '부산', '식당'),
  ];

  const { get, ids } = useDirectory({ places });

  it.each([
    ['上海星巴克咖啡馆', ['starbucks']],
    ['渋谷カフェ', ['shibuya']],
    ['南京北京烤鸭', ['duck']],
    // Two characters are one word.
    ['南鸭', []],
    ['渋谷バックス', []],
    ['ร้านอาหาร', ['thai']],
    ['ร้านอาห', ['thai']],
    ['ร้านอาหารเชียงใหม่', ['thai']],
    ['ร้านอาหารกรุงเทพ', []],
    ['สตาร์บัคส์', ['thai coffee']],
    ['ອາຫານລາວ', ['lao']],
    ['ភ្នំពេញ ផ្សារ', ['khmer']],
    ['ဆေးဆိုင် ရန်ကုန်', ['burmese']],
    ['スター', ['shibuya']],
  ])('%s finds %j', async (q, expected) => {
    expect(await ids({ ...WORDS, q, match: 'exact' })).toEqual(expected);
  });

  it.each([
    ['name:อาหาร', ['thai']],
    ['name:"อาหารไทย"', ['thai']],
    ['name:"ไทยอาหาร"', []],
    ['name:ร้าน*', ['thai']],
  ])('%s finds %j', async (fq, expected) => {
    expect(await ids({ fq })).toEqual(expected);
  });

  it.each([
    ['ร้านอาห', ['thai']],
    ['ไทย ร้าน', ['thai']],
    ['กาแฟสตาร์', ['thai coffee']],
    ['ဆေးဆိုင်', ['burmese']],
  ])('%s suggests %j', async (q, expected) => {
    const { body } = await get(`/v2/places/suggest?${new URLSearchParams({ q }).toString()}`);
    const { suggestions } = body.suggestionResults as { suggestions: { type: string; id: string }[] };
    expect(suggestions.filter(({ type }) => type === 'place').map(({ id }) => id)).toEqual(expected);
  });

  it.each([['ขนมไทย'], ['ขนม ไทย'], ['ขน\u200bมไทย']])('%s finds the whole name first', async (q) => {
    expect(await ids({ ...WORDS, q })).toEqual(['sweets', 'old sweets']);
  });
});

/** Inflections, synonyms and other ways to write a name count as the words typed (docs/query-language.md). */
describe('variants of words', () => {
  const library = [{ id: 'education', name: 'Education', subcategory: { id: 'library', name: 'Library' } }];
  const pharmacy = [{ id: 'health', name: 'Farmácia' }];

  const places = [
    aPlace({ id: 'exact', name: 'Libraries United' }),
    aPlace({ id: 'name', name: 'Westerly Library' }),
    aPlace({ id: 'category', name: 'Athenaeum', categories: library, statistics: { pageviews: '90000', rating: '5' } }),
    aPlace({ id: 'station', name: 'Estação da Luz' }),
    aPlace({ id: 'hotels', name: 'Hotéis do Mar' }),
    aPlace({ id: 'doctor', name: 'Médico Silva' }),
    aPlace({ id: 'drugs', name: 'Hudson', categories: pharmacy }),
    aPlace({ id: 'drugstore', name: 'Hope Drugstore', categories: pharmacy }),
    aPlace({ id: 'petrol', name: 'Shell', categories: [{ id: 'fuel', name: 'Fuel & Gas Station' }] }),
    aPlace({ id: 'gas', name: 'Gas Works', address: { street: 'Station Rd' } }),
    aPlace({ id: 'avenue', name: 'Loja', address: { street: 'Avenida Brasil', number: '1200' } }),
    aPlace({ id: 'street', name: 'Shop', address: { street: 'Thayer St', number: '1' } }),
    aPlace({ id: 'burgers', name: "McDonald's" }),
    aPlace({ id: 'convenience', name: '7-Eleven', categories: [{ id: 'c', name: 'Convenience Store' }] }),
    aPlace({ id: 'bank', name: 'H.S.B.C.' }),
    aPlace({ id: 'dancing', name: 'Caribe Nightclub' }),
    aPlace({ id: 'aid', name: 'Rite Aid' }),
    aPlace({ id: 'riteaid', name: 'Riteaid Store' }),
    aPlace({ id: 'cvs', name: 'CVS/corner' }),
    aPlace({ id: 'donuts', name: "Dunkin' Donuts" }),
    aPlace({ id: 'papa', name: "Papa Gino's" }),
    aPlace({ id: 'eleven', name: '11 Onze' }),
    aPlace({ id: 'vegetarian', name: 'Green Table', categories: [{ id: 'veg', name: 'Vegetarian' }] }),
    aPlace({ id: 'regan', name: 'Regan Stacey Cakes', categories: [{ id: 'food', name: 'Food' }] }),
  ];

  const { get, ids } = useDirectory({ places });

  it('find plurals and singulars: words of the name as typed first', async () => {
    const [first, ...others] = await ids({ ...WORDS, q: 'libraries' });
    expect(first).toBe('exact');
    expect(others).toHaveLength(2);
    expect(others).toEqual(expect.arrayContaining(['name', 'category']));
    expect((await ids({ ...WORDS, q: 'library' }))[0]).toBe('name');
  });

  it.each([
    ['estações', ['station']],
    ['hotel', ['hotels']],
    ['drugstores', ['drugstore', 'drugs']],
    ['gas stations', ['petrol']],
    ['av. brasil 1200', ['avenue']],
    ['thayer street', ['street']],
    ['mc donalds', ['burgers']],
    ['7 eleven', ['convenience']],
    ['hsbc', ['bank']],
    ['riteaid', ['aid', 'riteaid']],
    ['cvscorner', ['cvs']],
  ])('%s', async (q, expected) => {
    const { body } = await get(`/v2/places?${new URLSearchParams({ q }).toString()}`);
    expect(body.results.header.match).toBeUndefined();
    expect(body.results.places.map(({ id }: { id: string }) => id).sort()).toEqual([...expected].sort());
  });

  it('take words that have synonyms for written right: vegan food is no cake of Regan', async () => {
    expect(await ids({ ...WORDS, q: 'vegan food', match: 'corrected' })).toEqual([]);
    expect(await ids({ ...WORDS, q: 'vegan' })).toEqual(['vegetarian']);
    expect(await ids({ ...WORDS, q: 'rogan food', match: 'corrected' })).toEqual(['regan']);
    // In a name, known words may be wrong.
    expect(await ids({ ...WORDS, q: 'nite aid', match: 'corrected' })).toEqual(['aid']);
    expect(await ids({ ...WORDS, q: 'green cable', match: 'corrected' })).toEqual(['vegetarian']);
  });

  it('do not count with match=exact', async () => {
    expect(await ids({ ...WORDS, q: 'libraries', match: 'exact' })).toEqual(['exact']);
    expect(await ids({ ...WORDS, q: 'drug store', match: 'exact' })).toEqual([]);
  });

  it('count on all pages of a cursor, and beside corrected words', async () => {
    const { body } = await get('/v2/places?q.kind=off&q=libraries&rows=2&cursorMark=*');
    const mark = encodeURIComponent(body.results.header.nextCursorMark);
    expect(body.results.header.found).toBe(3);
    const { body: next } = await get(`/v2/places?q.kind=off&q=libraries&rows=2&cursorMark=${mark}`);
    expect(next.results.places).toHaveLength(1);
    expect(await ids({ ...WORDS, q: 'libraries westerrly' })).toEqual(['name']);
  });
});

/** All words must match, with any punctuation between them (docs/query-language.md). */
describe('words that punctuation joins or parts', () => {
  const places = [
    aPlace({
      id: 'brasilia',
      name: 'Torre',
      address: { district: 'Zona Cívico-Administrativa', city: 'Embu-Guaçu', zipcode: '72000-123' },
    }),
    aPlace({ id: 'cinema', name: 'Estrela', categories: [{ id: '1', name: 'Drive-in Theater' }] }),
    aPlace({ id: 'snacks', name: 'Lanches', categories: [{ id: '2', name: 'Fast Food' }] }),
    aPlace({ id: 'bar', name: 'Esquina', categories: [{ id: '3', name: 'Bar/Restaurante' }] }),
    aPlace({ id: 'cafe', name: 'Café/Lanchonete' }),
    aPlace({ id: 'numbers', name: 'Outlet 1,000' }),
    aPlace({ id: 'street', name: 'Loja', address: { street: "Rua D'Ávila" } }),
    aPlace({ id: 'film', name: 'Trattoria 8 ½' }),
    aPlace({ id: 'half', name: '½' }),
    aPlace({ id: 'lake', name: 'Cabana 100 m²' }),
    aPlace({ id: 'coca', name: 'Coca-Cola Store' }),
    aPlace({ id: 'angelo', name: "D'Angelo" }),
    aPlace({ id: 'walmart', name: 'Wal-Mart' }),
    aPlace({ id: 'thru', name: 'Wash Thru' }),
    aPlace({ id: 'joined', name: 'Obrien' }),
    aPlace({ id: 'both', name: "Posto/McDonald's" }),
  ];

  const { ids } = useDirectory({ places, env: { SEARCH_SYNONYMS: 'none' } });

  it.each([
    ['zona civico', 'brasilia'],
    ['administratva', 'brasilia'],
    ['embuguacu', 'brasilia'],
    ['72000123', 'brasilia'],
    ['drive in theater', 'cinema'],
    ['fast-food', 'snacks'],
    ['Bar/Restaurante', 'bar'],
    ['lanchonte', 'cafe'],
    ['outlet 1000', 'numbers'],
    ['davila', 'street'],
    ['trattoria ① ² 8', 'film'],
    ['cabana m²', 'lake'],
    ['coca-colla', 'coca'],
    ['angelo', 'angelo'],
    ['dang', 'angelo'],
    ['wal-mar', 'walmart'],
    ['wash-thr', 'thru'],
    ["o'brian", 'joined'],
    ['mcdonlds', 'both'],
  ])('%j finds %s', async (q, id) => {
    expect(await ids({ ...WORDS, q })).toEqual([id]);
  });

  // Part of one name and part of another, parts joined that a space parts, and two errors.
  it.each(['coca mar', 'coca-mar', 'angelo col', 'colastore', 'washth', 'angola', "l'ang"])(
    '%j finds nothing',
    async (q) => {
      expect(await ids({ ...WORDS, q, match: 'corrected' })).toEqual([]);
    },
  );
});
