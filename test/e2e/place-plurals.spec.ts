import { randomUUID } from 'node:crypto';
import { type SearchLanguage } from '../../src/config/values.js';
import { indexDefinition } from '../../src/places/search-index/mapping.js';
import { elasticsearch } from '../support/elasticsearch.js';
import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

/** Which words are plurals of each other. Elasticsearch's analyzer decides. */
describe('plurals', () => {
  /** The words under which the index of a language finds a word. */
  async function stemsOf(language: SearchLanguage, words: readonly string[]): Promise<ReadonlySet<string>[]> {
    const index = `plurals-${language}-${randomUUID()}`;
    const { settings } = indexDefinition({ languages: [language] });
    expect((await elasticsearch(index, 'PUT', { settings: { analysis: settings.analysis } })).status).toBe(200);
    try {
      const text = words.join(' ');
      const response = await elasticsearch(`${index}/_analyze`, 'POST', { analyzer: 'stems', text });
      const { tokens } = (await response.json()) as { tokens: { token: string; position: number }[] };
      const stems = words.map((_, at) => tokens.filter(({ position }) => position === at).map(({ token }) => token));
      expect(words.filter((_, at) => stems[at]?.length === 0)).toEqual([]);
      return stems.map((ofWord) => new Set(ofWord));
    } finally {
      await elasticsearch(index, 'DELETE');
    }
  }

  /** Those of the pairs whose words find each other. */
  async function foundPairs(language: SearchLanguage, pairs: readonly string[]): Promise<string[]> {
    const stems = await stemsOf(
      language,
      pairs.flatMap((pair) => pair.split('/')),
    );
    return pairs.filter((_, at) => {
      const [one, other] = stems.slice(2 * at, 2 * at + 2);
      return [...(one ?? [])].some((stem) => other?.has(stem));
    });
  }

  it.each<[SearchLanguage, string]>([
    ['da', 'bager/bagere bageri/bagerier restaurant/restauranter café/caféer hotel/hoteller butik/butikker'],
    ['da', 'tandlæge/tandlæger skole/skoler kro/kroer sygehus/sygehuse frisør/frisører station/stationer'],
    [
      'de',
      'Schule/Schulen Bäckerei/Bäckereien Bank/Banken Supermarkt/Supermärkte Krankenhaus/Krankenhäuser Café/Cafés',
    ],
    ['en', 'library/libraries church/churches pizza/pizzas bus/buses movie/movies potato/potatoes taxi/taxis'],
    ['es', 'panadería/panaderías hotel/hoteles restaurante/restaurantes'],
    ['fi', 'ravintola/ravintolat koulu/koulut'],
    ['fr', 'château/châteaux hôpital/hôpitaux boulangerie/boulangeries lieu/lieux'],
    ['it', 'pizza/pizze ristorante/ristoranti banca/banche albergo/alberghi farmacia/farmacie'],
    ['nb', 'skole/skoler restaurant/restauranter kafé/kafeer butikk/butikker hotell/hoteller'],
    ['nl', 'winkel/winkels supermarkt/supermarkten bakkerij/bakkerijen school/scholen apotheek/apotheken'],
    ['pt', 'estação/estações farol/faróis luz/luzes padaria/padarias hotel/hotéis'],
    ['sv', 'skola/skolor restaurang/restauranger bageri/bagerier butik/butiker bil/bilar'],
  ])('of %s find their singulars: %s', async (language, pairs) => {
    expect(await foundPairs(language, pairs.split(' '))).toEqual(pairs.split(' '));
  });

  it.each<[SearchLanguage, string]>([
    ['da', 'bager/Bag bager/Bagge bagere/Bag lager/lag maler/mal kirke/kirkelig burger/Burg Vester/Vest'],
    ['de', 'Bäcker/Back Graben/Grab Fischer/Fisch basis/Basin'],
    ['en', 'golf/golfers mooring/Moor fin/finials marion/marees sphere/spherion bus/bu glass/glas'],
    ['es', 'gato/gata puerto/puerta'],
    ['fr', 'repas/repasser lit/litter médecine/médecins ferme/fermée'],
    ['it', 'porto/porta'],
    ['pt', 'ponte/ponto porto/porta'],
  ])('of %s are no other words: %s', async (language, pairs) => {
    expect(await foundPairs(language, pairs.split(' '))).toEqual([]);
  });
});

/** Of words for kinds of places (docs/query-language.md). */
describe('a misspelt word for a kind', () => {
  const auckland = { city: 'Auckland', country: 'NZ' };
  const of = (id: string, name: string, category: string, city = 'Auckland') =>
    aPlace({
      ...{ id, name, address: { ...auckland, city }, location: { lat: '-36.8485', lng: '174.7633' } },
      categories: [{ id: 'all', name: 'All', subcategory: { id: category.toLowerCase(), name: category } }],
    });

  const { search } = useDirectory({
    places: [
      of('thai', 'Golden Table', 'Restaurant'),
      of('plants', 'Green Table', 'Vegan Restaurant'),
      of('corner', 'Corner Restaurant', 'Restaurant', 'Dunedin'),
      of('roast', 'Daily Roast', 'Cafe'),
      of('bread', 'Golden Crust', 'Bakery'),
      of('tooth', 'Bright Smiles', 'Dentist'),
      of('inn', 'Old Inn', 'Hotel'),
      of('tower', 'Sky Tower', 'Viewpoint'),
      of('pills', 'Kea Pharmacy', 'Pharmacy'),
      of('cone', 'Sweet Cone', 'Ice Cream Shop'),
      of('gelato', 'Gelato Uno', 'Ice Cream Shop'),
      of('gin', 'The Dispensary', 'Bar'),
      of('thaetre', 'Thaetre', 'Services'),
      of('stage', 'Stage', 'Theatre'),
      of('odd', 'Golden Resturant', 'Restaurant', 'Hamilton'),
      of('restaurand', 'Restaurand', 'Services', 'Hamilton'),
      of('doctor', 'Dr. Resteurant', 'Dentist', 'Hamilton'),
      ...['Books', 'Paints', 'Tyres'].map((trade) => of(trade, `Restaurent ${trade}`, 'Services', 'Hamilton')),
      ...Array.from({ length: 301 }, (_, at) => of(`table-${at}`, `Table ${at}`, 'Restaurant', 'Hamilton')),
    ],
  });

  const centre = { 'location.lat': '-36.85', 'location.lng': '174.76' };

  it.each([
    ['restaraunt auckland', 'restaurant auckland', {}],
    ['cofee near me', 'coffee near me', centre],
    ['vegan restuarant auckland', 'vegan restaurant auckland', {}],
    ['cofee near xyzzy tower', 'coffee near xyzzy tower', centre],
  ])('is the kind, in the same order, and is said as typed: %s', async (q, meant, parameters) => {
    const [{ header, ids }, right] = [await search({ ...parameters, q }), await search({ ...parameters, q: meant })];
    expect(right.ids).not.toEqual([]);
    expect(ids).toEqual(right.ids);
    const typed = q.split(' ').find((word) => !meant.split(' ').includes(word)) ?? '';
    expect(header).toMatchObject({ match: right.header.match ?? 'corrected', kind: { id: right.header.kind.id } });
    expect([header.kind.words.split(' '), header.words]).toEqual([
      expect.arrayContaining([typed]),
      expect.arrayContaining([typed]),
    ]);
  });

  it.each([
    ['no place has it', 'prescription', 'amenity/pharmacy', ['pills']],
    ['places of the kind have it', 'gelato auckland', 'amenity/ice_cream', ['gelato', 'cone']],
    ['places of another kind have it', 'dispensary', undefined, ['gin']],
  ])('is told from a word that hints at a kind: %s', async (_, q, kind, expected) => {
    const { header, ids } = await search({ q });
    expect(ids).toEqual(expected);
    expect(header.kind).toEqual(kind && expect.objectContaining({ words: q.split(' ')[0], id: kind }));
    expect(header.match).not.toBe('corrected');
    expect((await search({ q, 'q.kind': 'off' })).header.kind).toBeUndefined();
  });

  it.each(['relaxed', 'corrected'])('is corrected also without praise, with match=%s', async (match) => {
    const { header, ids } = await search({ q: 'best bakry', match });
    expect(header).toMatchObject({ match: 'corrected', words: ['bakry'], omitted: ['best'], kind: { words: 'bakry' } });
    expect(ids).toEqual(['bread']);
    expect((await search({ q: 'best bakery', match })).header).toMatchObject({ match: 'relaxed', omitted: ['best'] });
    // Of a name.
    const { header: ofName } = await search({ q: 'all skye towr', match });
    expect(ofName).toMatchObject({ found: 1, match: 'corrected', words: ['skye', 'towr'], omitted: ['all'] });
    if (match === 'corrected') return;
    const without = await search({ q: 'best bakry xyzzy' });
    expect(without.header).toMatchObject({ match: 'relaxed', omitted: ['best', 'xyzzy'] });
  });

  it.each(['resturant', 'resturants', 'resturant hamilton', 'the best resturant'])(
    'is the kind although a place has it: %s',
    async (q) => {
      const [{ header }, right] = [await search({ q }), await search({ q: q.replace('tur', 'taur') })];
      expect(header).toMatchObject({ found: right.header.found, match: 'corrected' });
      expect((await search({ q: 'resturant', match: 'exact' })).ids).toEqual(['odd']);
    },
  );

  it.each([
    ['restaurand', ['restaurand']],
    ['restaurent', ['Books', 'Paints', 'Tyres']],
  ])('is a name if a place has it as its whole name, or three of other kinds have it: %s', async (q, found) => {
    expect((await search({ q })).ids.toSorted()).toEqual(found);
    expect((await search({ q: `${q} auckland` })).header).not.toHaveProperty('kind');
  });

  it('is first the name of a place of another kind', async () => {
    expect((await search({ q: 'resteurant' })).ids).toEqual(['doctor']);
    expect((await search({ q: 'resteurant auckland' })).header).toHaveProperty('kind');
  });

  it('is the kind on all pages of a cursor', async () => {
    const first = await search({ q: 'restuarant', rows: '1', cursorMark: '*' });
    const second = await search({ q: 'restuarant', rows: '1', cursorMark: first.header.nextCursorMark });
    expect([...first.ids, ...second.ids]).toEqual((await search({ q: 'restaurant' })).ids.slice(0, 2));
    expect(second.header).toMatchObject({ found: first.header.found, match: 'corrected', kind: first.header.kind });
  });

  it.each([
    ['thaetre', {}, ['thaetre']],
    ['thaetre', { fq: 'address.city:Dunedin' }, []],
    ['thaetre', { 'location.lat': '-45.87', 'location.lng': '170.5' }, []],
    ['restuarant', { 'q.kind': 'off', match: 'exact' }, []],
    ['restuarant', { match: 'exact' }, []],
  ])('is a word as typed if a place anywhere has it, and without roles: %s %j', async (q, parameters, found) => {
    const { header, ids } = await search({ q, ...parameters });
    expect(ids).toEqual(found);
    expect(header).not.toHaveProperty('kind');
  });

  it('is the kind that is not to be found where the words say', async () => {
    const { header, ids } = await search({ q: 'pharmcy in dunedin' });
    expect(ids).toEqual([]);
    expect(header).toMatchObject({ kind: { words: 'pharmcy', id: 'amenity/pharmacy' }, nearest: { id: 'pills' } });
    expect(header).not.toHaveProperty('match');
  });

  it('is no name of an area', async () => {
    expect((await search({ q: 'hotel in bakry' })).header.kind.id).toBe('tourism/hotel');
  });
});
