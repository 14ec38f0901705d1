import { readFileSync } from 'node:fs';
import { aPlace } from '../support/factories.js';
import { insertPlaces } from '../support/place-rows.js';
import { useDirectory } from '../support/use-directory.js';

const at = (lat: number, lng: number) => ({ location: { lat: String(lat), lng: String(lng) } });
const of = (name: string) => ({
  categories: [{ id: 'all', name: 'All', subcategory: { id: name.toLowerCase(), name } }],
});
const auckland = { city: 'Auckland', country: 'NZ' };
const cambridge = { city: 'Cambridge', country: 'NZ' };
const dunedin = { city: 'Dunedin', country: 'NZ' };

const places = [
  aPlace({
    ...{ id: 'roast', name: 'Daily Roast', address: { ...auckland, street: 'Queen St', number: '12' } },
    ...{ ...of('Cafe'), ...at(-36.8485, 174.7633), phones: ['6493001234'], openingHours: 'Mo-Su 08:00-16:00' },
  }),
  aPlace({
    ...{ id: 'corner', name: 'The Corner', address: { ...auckland, street: 'Queen St', number: '140' } },
    ...{ ...of('Cafe'), ...at(-36.85, 174.765), openingHours: '24/7' },
  }),
  aPlace({ id: 'far', name: 'West Cafe', address: auckland, ...of('Cafe'), ...at(-36.9, 174.65) }),
  aPlace({ id: 'tower', name: 'Sky Tower', address: auckland, ...of('Viewpoint'), ...at(-36.8486, 174.7622) }),
  aPlace({ id: 'tooth', name: 'Bright Smiles', address: auckland, ...of('Dentist'), ...at(-36.86, 174.76) }),
  aPlace({ id: 'cafe-paris', name: 'Café Paris', address: dunedin, ...of('Restaurant'), ...at(-45.87, 170.5) }),
  aPlace({ id: 'auckland-cafe', name: 'Auckland Cafe', address: dunedin, ...of('Restaurant'), ...at(-45.88, 170.5) }),
  aPlace({ id: 'vet', name: 'Paws', address: dunedin, ...of('Veterinary'), ...at(-45.88, 170.51) }),
  aPlace({
    ...{ id: 'bread', name: 'Golden Crust', address: { ...cambridge, zipcode: 'AB10 1ST' } },
    ...{ ...of('Bakery'), ...at(-37.89, 175.47) },
  }),
  aPlace({ id: 'shoes', name: 'Step', address: dunedin, ...of('Shoe Store'), ...at(-45.87, 170.51) }),
  aPlace({
    ...{ id: 'beach', name: 'Long Sand', names: [{ text: 'Areia Longa', language: 'pt' }], address: auckland },
    ...{ ...of('Beach'), ...at(-36.9, 174.66) },
  }),
  aPlace({ id: 'c-cafe', name: 'Vegan Velvet', address: cambridge, ...of('Cafe'), ...at(-37.891, 175.471) }),
  aPlace({ id: 'fuel', name: 'Caltex Greenlane', address: auckland, ...of('Services'), ...at(-36.89, 174.79) }),
  aPlace({
    ...{ id: 'pirie', name: '123 Pirie', ...of('Lodging'), ...at(-45.87, 170.5) },
    address: { ...dunedin, district: 'Mt Victoria', street: 'Pirie St', number: '123' },
  }),
  aPlace({
    ...{ id: 'victoria', name: 'Dunedin Prints', address: { ...dunedin, street: 'Victoria St', number: '120' } },
    ...{ ...of('Services'), ...at(-45.87, 170.5) },
  }),
  aPlace({
    ...{ id: 'square', name: 'Old Prints', address: { ...dunedin, street: 'Bakery Place', number: '3' } },
    ...{ ...of('Services'), ...at(-45.87, 170.5) },
  }),
  // The first of each pair would come first, as the older one.
  aPlace({ id: 'butcher', name: 'Haggis', address: cambridge, ...of('Butcher'), ...at(-37.89, 175.47) }),
  aPlace({ id: 'meats', name: 'Cambridge Meat Shoppe', address: cambridge, ...of('Services'), ...at(-37.89, 175.47) }),
  aPlace({ id: 'gifts', name: 'Odds & Ends', address: cambridge, ...of('Gift Shop'), ...at(-37.89, 175.47) }),
  aPlace({ id: 'fine-gifts', name: 'Fine Gift Shop', address: cambridge, ...of('Gift Shop'), ...at(-37.89, 175.47) }),
  aPlace({
    id: 'grove',
    name: 'Ocean Grove Prints',
    address: { ...dunedin, district: 'Ocean Grove', street: 'Victoria St' },
  }),
  aPlace({
    id: 'grove-90',
    name: 'Blue',
    address: { ...dunedin, district: 'Ocean Grove', street: 'Victoria St', number: '90' },
  }),
  aPlace({ id: 'sails', name: 'Sails', address: { ...cambridge, street: 'Harbour Street' } }),
  aPlace({ id: 'paper', name: 'Paper Harbour', address: { ...cambridge, street: 'Oak Street' } }),
  aPlace({ id: 'dive', name: 'Harbour St Dive', address: { ...cambridge, street: 'Oak Street' } }),
  // The name says less surely what kind of place it is than the category of the one on the other side of the earth.
  aPlace({ id: 'wool', name: 'Wool Laundry', ...of('Services'), ...at(-46.41, 168.35) }),
  aPlace({ id: 'antipode', name: 'Plaza', ...of('Laundry'), ...at(51.5, -0.1) }),
  // In Rio, São Paulo and Manaus, and on an island 6,000 km from Rio. Only the name says that the one in Manaus is a theatre.
  aPlace({ id: 'island', name: 'Playhouse', ...of('Theatre'), ...at(31.4, -46.9) }),
  aPlace({ id: 'manaus', name: 'Amazon Theatre', ...of('Services'), ...at(-3.13, -60.02) }),
  aPlace({ id: 'paulista', name: 'Stage', ...of('Theatre'), ...at(-23.56, -46.66) }),
  aPlace({ id: 'rio', name: 'Tijuca Theatre', ...of('Services'), ...at(-22.92, -43.23) }),
  aPlace({ id: 'light', name: 'Old Lighthouse', ...of('Services') }),
  aPlace({ id: 'road', name: 'Rowan', address: { street: 'Lighthouse Road' }, ...of('Services') }),
  aPlace({ id: 'bay', name: 'Alder', address: { city: 'Port', district: 'Lighthouse Bay' }, ...of('Services') }),
  aPlace({ id: 'town', name: 'Hazel', address: { city: 'Windmill Town' }, ...of('Services') }),
  aPlace({ id: 'c-hotel', name: 'Vista Auckland Hotel', address: cambridge, ...of('Hotel'), ...at(-37.892, 175.47) }),
  // Further away is a place that is a landmark.
  aPlace({ id: 'nails', name: 'Pier Nails', address: auckland, ...of('Nail Salon'), ...at(-36.85, 174.76) }),
  // The first may be meant by `kauri auckland`, the second surely is.
  aPlace({ id: 'gym', name: 'Kauri Auckland Gym', address: dunedin, ...of('Gym'), ...at(-45.87, 170.5) }),
  aPlace({ id: 'kauri', name: 'Kauri', address: auckland, ...of('Gym'), ...at(-36.85, 174.76) }),
  aPlace({ id: 'vista', name: 'Harbour Vista', address: auckland, ...of('Beauty Salon'), ...at(-36.85, 174.76) }),
  aPlace({ id: 'lookout', name: 'Vista Harbour', address: auckland, ...of('Viewpoint'), ...at(-36.899, 174.65) }),
];

const centre = { 'location.lat': '-36.8485', 'location.lng': '174.7633' };

/** What the words of a search mean beside names (docs/query-language.md). */
describe('reading the words of a search', () => {
  const { get, search } = useDirectory({ places });

  it.each([
    ['cafe auckland', ['corner', 'far', 'roast', 'auckland-cafe']],
    ['tandlæge auckland', ['tooth']],
    ['☕ cambridge', ['c-cafe']],
    ['where can i find a bakery in cambridge', ['bread']],
    ['onde comprar sapatos em dunedin', ['shoes']],
    ['cafe near queen street', ['corner', 'roast']],
    ['food', ['cafe-paris', 'auckland-cafe']],
    ['café paris', ['cafe-paris']],
    ['bakery, butcher or a dentist', ['bread', 'butcher', 'tooth']],
  ])('finds kinds of places, in any language: %s', async (q, found) => {
    expect((await search({ q })).ids.toSorted()).toEqual(found.toSorted());
  });

  it('leaves out kinds beyond three, and says so', async () => {
    const { header, ids } = await search({ q: 'bakery, butcher, dentist or laundry' });
    expect(ids.toSorted()).toEqual(['bread', 'butcher', 'tooth']);
    expect(header).toMatchObject({
      match: 'relaxed',
      omitted: ['laundry'],
      kind: { words: 'bakery, butcher, dentist' },
    });
  });

  it('says what it read, in JSON and XML', async () => {
    const { header } = await search({ q: 'dentist auckland' });
    expect(header).toMatchObject({
      kind: { words: 'dentist', id: 'amenity/dentist', name: 'Dentist' },
      where: { relation: 'in', words: 'auckland', type: 'city', name: 'Auckland' },
    });
    const { text } = await get('/v2/places?q=dentist+auckland&wt=xml&fl=id');
    expect(text).toContain('<id>amenity/dentist</id><name>Dentist</name><label>Dentist</label></kind>');
  });

  it('ranks a name as typed first, wherever it is', async () => {
    expect((await search({ q: 'auckland cafe' })).ids[0]).toBe('auckland-cafe');
  });

  it('ranks a name with the words beside the area first', async () => {
    expect((await search({ q: 'fine gift shop cambridge' })).ids[0]).toBe('fine-gifts');
  });

  it('never leaves the area or the kind, and names the nearest', async () => {
    const { header, ids } = await search({ q: 'veterinary auckland' });
    expect(ids).toEqual([]);
    expect(header).toMatchObject({ found: 0, nearest: { id: 'vet', name: 'Paws' }, where: { name: 'Auckland' } });
    expect(Number(header.nearest.distance)).toBeGreaterThan(1_000_000);
    const { text } = await get('/v2/places?q=veterinary+auckland&wt=xml');
    expect(text).toMatch(/<nearest><id>vet<\/id><link rel="self" uri="[^"]+"\/>|<nearest><id>vet<\/id><link>/);
  });

  it('leaves out what no place offers, and says so', async () => {
    const { header, ids } = await search({ q: 'vegan dentist auckland' });
    expect(ids).toEqual(['tooth']);
    expect(header).toMatchObject({ match: 'relaxed', omitted: ['vegan'], kind: { words: 'dentist' } });
    expect((await search({ q: 'bakery or vegan cafe cambridge' })).ids).toEqual(['c-cafe']);
  });

  it('finds the nearest of a kind first', async () => {
    expect((await search({ q: 'cafe', ...centre })).ids).toEqual(['roast', 'corner', 'far']);
    const { header, ids } = await search({ q: 'nearest bakery', ...centre });
    expect(ids).toEqual(['bread']);
    expect(header.near).toEqual({ words: 'nearest', of: 'centre' });
    expect((await search({ q: 'cafe near sky tower' })).header.near).toMatchObject({ of: 'place', id: 'tower' });
    expect((await search({ q: 'cafe near sky tower' })).ids).toEqual(['roast', 'corner']);
  });

  it('says that a landmark is unknown, and finds no others than in its area or around the centre', async () => {
    const near = { of: 'unknown', needs: 'place' };
    const anywhere = await search({ q: 'cafe near qwerty' });
    expect(anywhere).toMatchObject({
      ids: [],
      header: { kind: { words: 'cafe' }, near: { words: 'near qwerty', ...near } },
    });
    const inCity = await search({ q: 'cafe near qwerty auckland' });
    expect(inCity).toMatchObject({ header: { found: 3, match: 'relaxed', omitted: ['near qwerty auckland'], near } });
  });

  it.each([
    ['cafe near sky towr', 'tower'],
    ['cafe near skytower', 'tower'],
    ['cafe near kauri auckland', 'kauri'],
    ['cafe near vista auckland', 'c-hotel'],
    ['cafe near fine gift shop', 'fine-gifts'],
  ])('knows a landmark with an error, as one word, or by name rather than by kind: %s', async (q, id) => {
    expect((await search({ q })).header.near).toMatchObject({ id });
  });

  it('takes the nearest place of a kind for a landmark', async () => {
    const { header, ids } = await search({ q: 'cafe near the beach', ...centre });
    expect(header.near).toMatchObject({ words: 'near the beach', of: 'place', id: 'beach', name: 'Long Sand' });
    expect((await search({ q: 'cafe near the beach', lang: 'pt', ...centre })).header.near.name).toBe('Areia Longa');
    expect(ids).toEqual(['far']);
    expect((await search({ q: 'cafe near the beach auckland' })).ids).toEqual(['far']);
    const unknown = await search({ q: 'bakery near the beach' });
    expect(unknown.header.near).toMatchObject({ of: 'unknown', needs: 'centre' });
    expect(unknown).toMatchObject({ ids: ['bread'], header: { omitted: ['near the beach'] } });
  });

  it('takes no shop for a landmark that only has its words in the name', async () => {
    const { header, ids } = await search({ q: 'cafe near the pier', ...centre });
    expect(header).toMatchObject({ near: { of: 'unknown' }, omitted: ['near the pier'] });
    expect(ids).toEqual(['roast', 'corner', 'far']);
    expect((await search({ q: 'cafe near vista', ...centre })).header.near).toMatchObject({ id: 'lookout' });
    expect((await search({ q: 'cafe near pier nails', ...centre })).header.near).toMatchObject({ id: 'nails' });
  });

  it('says that places are of another kind', async () => {
    const { header, ids } = await search({ q: 'sushi dunedin' });
    expect(ids.toSorted()).toEqual(['auckland-cafe', 'cafe-paris']);
    expect(header).toMatchObject({ match: 'relaxed', words: [], omitted: [] });
    expect(header.kind).toMatchObject({ words: 'sushi', id: 'amenity/restaurant/sushi', instead: 'broader' });
  });

  it.each([
    ['bakery AB10 1ST', {}],
    ['bakery AB10 1ZZ', { match: 'relaxed', omitted: ['1ZZ'] }],
    ['bakery 6011', { match: 'relaxed', omitted: ['6011'] }],
  ])('reads a postcode beside a kind: %s', async (q, header) => {
    const found = await search({ q });
    expect(found.ids).toEqual(['bread']);
    expect(found.header).toMatchObject({ kind: { words: 'bakery' }, ...header });
  });

  it('does not cut at the centre what words say is elsewhere', async () => {
    expect((await search({ q: 'cafe cambridge', ...centre })).ids).toEqual(['c-cafe']);
    const alone = await search({ q: 'cambridge', ...centre });
    expect(alone.header.where).toMatchObject({ relation: 'first', name: 'Cambridge' });
    expect(alone.ids).toEqual(expect.arrayContaining(['bread', 'c-cafe', 'c-hotel']));
    expect((await search({ q: 'AB10 1ST', ...centre })).ids).toEqual(['bread']);
    expect((await search({ q: 'bakery', 'location.bias': '-36.8485,174.7633' })).ids).toEqual(['bread']);
  });

  it('seeks a kind without a category in the names of streets, districts and cities only if no place has that name', async () => {
    expect((await search({ q: 'lighthouse' })).ids).toEqual(['light']);
    expect((await search({ q: 'windmill' })).ids).toEqual(['town']);
  });

  it('puts what is in the same country before what is far away', async () => {
    expect((await search({ q: 'laundry', 'location.bias': '-45.87,170.5' })).ids).toEqual(['wool', 'antipode']);
    expect((await search({ q: 'laundry', 'location.bias': '48.86,2.35' })).ids).toEqual(['antipode', 'wool']);
    const { ids } = await search({ q: 'theatre', 'location.bias': '-22.95,-43.2' });
    expect(ids).toEqual(['rio', 'paulista', 'manaus', 'island']);
  });

  it('reads opening hours', async () => {
    const { header, ids } = await search({ q: '24 hour cafe auckland' });
    expect(ids).toEqual(['corner']);
    expect(header.when).toEqual({ words: '24 hour', open: 'night' });
    const atTen = await search({ q: 'cafe open after 10pm auckland' });
    expect(atTen).toMatchObject({ ids: ['corner'], header: { when: { words: 'open after 10pm', open: '22:00' } } });
    const onSunday = await search({ q: 'cafe open sunday at 9am auckland' });
    expect(onSunday.ids.toSorted()).toEqual(['corner', 'roast']);
    expect(onSunday.header.when.open).toBe('sunday 09:00');
    const alone = await search({ q: 'open all night' });
    expect(alone).toMatchObject({ ids: ['corner'], header: { when: { words: 'open all night', open: 'night' } } });
    const without = await search({ q: 'dentist open now auckland' });
    expect(without).toMatchObject({ ids: ['tooth'], header: { omitted: ['open now'] } });
  });

  it('finds the street of an address before places with its words elsewhere', async () => {
    expect((await search({ q: '123 Victoria St, Dunedin' })).ids[0]).toBe('victoria');
    expect((await search({ q: '120 victoria street dunedin' })).ids).toEqual(['victoria']);
    expect((await search({ q: '123 pirie st' })).ids[0]).toBe('pirie');
    expect((await search({ q: 'victoria st 82 ocean grove' })).ids).toEqual(['grove-90', 'grove']);
  });

  it('finds the places of a street before places with its words elsewhere', async () => {
    expect((await search({ q: 'harbour street' })).ids).toEqual(['dive', 'sails', 'paper']);
    expect((await search({ q: 'Harbour St, Cambridge' })).ids).toEqual(['dive', 'sails', 'paper']);
  });

  it.each(['09 300 1234', '+64 9 300 1234', '(09) 300-1234', 'tel 093001234', '6493001234', '0064 9 3001234'])(
    'finds a telephone number: %s',
    async (q) => {
      const { header, ids } = await search({ q });
      expect(ids).toEqual(['roast']);
      expect(header.number).toEqual({ words: q, type: 'phone' });
    },
  );

  it.each(['+64 9', '+64', '+64 (9) 300'])(
    'finds the telephone numbers that begin with country and area code: %s',
    async (q) => {
      const { header, ids } = await search({ q });
      expect(ids).toEqual(['roast']);
      expect(header.number).toEqual({ words: q, type: 'phone' });
    },
  );

  it.each(['AB10 1ST', 'ab101st', 'bakery AB101ST'])('finds a postcode: %s', async (q) => {
    expect((await search({ q })).ids).toEqual(['bread']);
  });

  it('finds the street of a house number that no place has, the nearest number first', async () => {
    const { header, ids } = await search({ q: '130 queen street auckland' });
    expect(ids).toEqual(['corner', 'roast']);
    expect(header).toMatchObject({ match: 'relaxed', omitted: ['130'] });
    expect((await search({ q: 'queen st 20' })).ids).toEqual(['roast', 'corner']);
  });

  it.each(['kind', 'where', 'near', 'when', 'number'])('does not read with q.%s=off', async (name) => {
    const q = { near: 'cafe near me', number: '09 300 1234' }[name] ?? 'cafe open now auckland';
    expect((await search({ q })).header).toHaveProperty(name);
    const { header } = await search({ q, [`q.${name}`]: 'off' });
    expect(header).not.toHaveProperty(name);
    expect((await search({ q, match: 'exact' })).header).not.toHaveProperty(name);
  });

  it('reads pages, facets, the filters of facets and cursors alike', async () => {
    const q = 'vegan cafe near auckland';
    const { header, facets } = await search({
      q,
      'facet.field': 'categories.subcategory.name',
      rows: '1',
      cursorMark: '*',
    });
    expect(header.found).toBe(3);
    const [{ value, found }] = facets[0].buckets;
    const filtered = await search({ q, fq: `categories.subcategory.name:"${value}"` });
    expect(filtered.header.found).toBe(found);
    const second = await search({ q, rows: '1', cursorMark: header.nextCursorMark });
    expect(second.header).toMatchObject({ found: 3, kind: header.kind, where: header.where });
  });

  it('follows the table of roles in the documentation', async () => {
    const page = readFileSync('docs/query-language.md', 'utf8');
    const rows = [...page.matchAll(/^\| `(kind|where|near|when|number)` +\| (`.+?) +\|/gmu)];
    expect(rows).toHaveLength(5);
    for (const [, role = '', cell = ''] of rows) {
      const examples = [...cell.matchAll(/`([^`]+)`/gu)].map(([, example = '']) => example);
      expect(examples.length).toBeGreaterThan(2);
      for (const q of examples)
        expect([q, (await search({ q })).header]).toEqual([q, expect.objectContaining({ [role]: expect.anything() })]);
    }
  });
});

/** A word for a kind is also in names of streets and districts, and the beginning of other words. */
describe('a search for a kind alone', () => {
  const inDistrict = (district: string) => ({ ...auckland, district });
  const { ids } = useDirectory({
    places: [
      aPlace({ id: 'cash', name: 'Cash Point', address: auckland, ...of('ATM') }),
      aPlace({ id: 'savings', name: 'Kea Savings', address: auckland, ...of('Bank') }),
      aPlace({ id: 'old-bank', name: 'The Old Bank', address: auckland, ...of('Pub') }),
      aPlace({ id: 'bread', name: 'Golden Crust', address: { ...auckland, street: 'West Bank' }, ...of('Bakery') }),
      aPlace({ id: 'tennis', name: 'Tennis Club', address: inDistrict('East Bank'), ...of('Tennis') }),
      aPlace({ id: 'hill', name: 'Hill Club', address: inDistrict('Church Hill'), ...of('Tennis') }),
      ...['vila', 'vila-2'].map((id) =>
        aPlace({ id, name: 'Vila Club', address: inDistrict('Vila Padaria'), ...of('Tennis') }),
      ),
      aPlace({ id: 'altar', name: 'Saint Aroha', address: auckland, ...of('Church') }),
      aPlace({ id: 'taxi', name: 'Kea Cabs', address: auckland, ...of('Taxi') }),
      aPlace({ id: 'hair', name: 'Cabeleireiro', address: auckland, ...of('Hair Salon') }),
      aPlace({
        id: 'unread',
        name: 'Pão Quente',
        address: inDistrict('Vila Padaria'),
        ...of('Padaria Artesanal Zeferina'),
      }),
      aPlace({ id: 'ward', name: 'Kea Hospital', address: auckland, ...of('Hospital'), ...at(-36.9, 174.7) }),
      aPlace({ id: 'gp', name: 'Kea Medical Centre', address: auckland, ...of('Doctor'), ...at(-36.8485, 174.7633) }),
      aPlace({ id: 'green', name: 'Domain', address: auckland, ...of('Park') }),
      aPlace({ id: 'cars', name: 'Car Park', address: auckland, ...of('Parking'), statistics: { pageviews: '900' } }),
      aPlace({ id: 'boats', name: 'Freemans', address: auckland, ...of('Harbour'), ...at(-36.9, 174.7) }),
      aPlace({ id: 'chips', name: 'Blue Harbour', address: auckland, ...of('Takeaway'), ...at(-36.8485, 174.7633) }),
      aPlace({ id: 'cafe', name: 'Velvet', address: auckland, ...of('Cafe') }),
      aPlace({ id: 'korean', name: '카페베네', address: auckland, ...of('Lodging') }),
      aPlace({ id: 'japanese', name: 'カフェテラス', address: auckland, ...of('Lodging') }),
    ],
  });

  it.each([
    ['atm', ['cash']],
    ['bank', ['savings', 'old-bank']],
    ['churches', ['altar']],
    ['카페', ['cafe', 'korean']],
    ['カフェ', ['cafe', 'japanese']],
    ['padaria', ['bread', 'unread']],
    ['park', ['green', 'cars']],
  ])(
    'finds no street, no district and no beginning of a word of letters, and names with the word last: %s',
    async (q, found) => {
      expect(await ids({ q })).toEqual(found);
    },
  );

  it('puts what has the category before nearer places that are called after it', async () => {
    expect(await ids({ q: 'harbour', ...centre })).toEqual(['boats', 'chips']);
  });

  it('takes no name that may say another kind for that kind, however near the place is', async () => {
    expect(await ids({ q: 'hospital', ...centre })).toEqual(['ward']);
    expect(await ids({ q: 'doctor', ...centre })).toEqual(['gp']);
    expect(await ids({ q: 'medical centre', ...centre })).toEqual(['gp', 'ward']);
  });

  it.each([
    ['west bank', 'bread'],
    ['the old bank', 'old-bank'],
    ['cabeleireiro', 'hair'],
  ])('still finds names and streets by all their words: %s', async (q, found) => {
    expect((await ids({ q }))[0]).toBe(found);
  });
});

describe('a search for a kind right after an import, whose categories are not read yet', () => {
  const { directory, ids } = useDirectory({
    places: [aPlace({ id: 'bread', name: 'Golden Crust', address: auckland, ...of('Bakery') })],
  });

  beforeAll(async () => {
    await insertPlaces(directory.source, [
      aPlace({ id: 'shelf', name: 'Shelf', address: auckland, ...of('Public Libraries & Archives') }),
      aPlace({ id: 'grand', name: 'Grand Library', address: auckland, ...of('Tennis') }),
      aPlace({ id: 'fern', name: 'Fern', address: { ...auckland, district: 'Library Hill' }, ...of('Tennis') }),
      aPlace({ id: 'table', name: 'Mesa', address: auckland, ...of('Restaurante') }),
      aPlace({ id: 'southern', name: 'Restaurantes Sul', address: auckland, ...of('Tennis') }),
      aPlace({ id: 'bones', name: 'Bones', address: auckland, ...of('Museums') }),
      aPlace({ id: 'velvet', name: 'Velvet', address: auckland, ...of('Cafe') }),
      aPlace({ id: 'counter', name: 'Counter', address: auckland, ...of('Bar') }),
      aPlace({ id: 'hay', name: 'Hay', address: auckland, ...of('Barn') }),
    ]);
    await directory.settleIndex();
  });

  it.each([
    ['restaurantes', ['southern', 'table']],
    ['bar', ['counter']],
    ['library or museum', ['bones', 'grand', 'shelf']],
    ['a bakery or a library', ['bread', 'grand', 'shelf']],
  ])('knows a category by its name: %s', async (q, found) => {
    expect((await ids({ q })).toSorted()).toEqual(found);
  });

  it('knows the words of each of several kinds beside words that no place has', async () => {
    expect(await ids({ q: 'zyzzyva library or museum' })).toEqual(expect.arrayContaining(['bones', 'grand', 'shelf']));
  });
});
