import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { categoryKey } from '../place.js';
import { foldedWords } from '../words/words.js';
import { parseSynonyms, type SynonymFile } from '../synonyms/synonym-file.js';
import { KindCatalogue } from './kind-catalogue.js';
import { Kinds } from './kinds.js';

const kindsWith = (lines: string): Kinds => {
  const synonyms = { find: (words: readonly string[]) => parseSynonyms(lines).find(words), version: '' };
  return new Kinds(synonyms as SynonymFile);
};

describe('what readers of a language call a category', () => {
  const names = [
    ...'Bakery Museums Padarias Hotel'.split(' '),
    'Hotels & Motels',
    'Butcher',
    'Scenic Lookout',
    ...'Services Cafe Café'.split(' '),
    'Museu de Arte',
    ...'Xyzzy Museus Pizzeria Pizzaria Fishmonger Peixaria Livraria Sebo Bookstore Italiano'.split(' '),
    'Italian restaurant',
    ...'River Harbour Atm'.split(' '),
    'Art gallery',
  ];
  const kinds = kindsWith('');
  const category = (name: string) => ({ id: name.toLowerCase(), name });
  const labelOf = (name: string, language: string) => kinds.labelOf(language, category(name));

  beforeAll(async () => {
    await kinds.replace(
      names.map((name) => ({ id: name.toLowerCase(), name, subcategories: [] })),
      ['en', 'pt'],
    );
  });

  it('is not needed for the kinds of its places', async () => {
    const other = kindsWith('');
    const food = { id: 'food', name: 'Restaurants' };
    const subcategories = [
      { id: 'pizza', name: 'Pizza Restaurant' },
      { id: 'other', name: 'Other' },
    ];
    const services = { id: 'services', name: 'Services', subcategories: [{ id: 'xyzzy', name: 'Xyzzy' }] };
    await other.replace([{ ...food, subcategories }, services], ['en']);
    expect(other.sureKindsOf(categoryKey(food, subcategories[0]))).toEqual([
      'amenity/restaurant',
      'amenity/restaurant/pizza',
    ]);
    expect(other.sureKindsOf(categoryKey(food, subcategories[1]))).toEqual(['amenity/restaurant']);
    for (const subcategory of [undefined, ...services.subcategories])
      expect(other.sureKindsOf(categoryKey(services, subcategory))).toEqual([]);
  });

  it.each([
    ['Bakery', 'pt', 'Padaria'],
    ['Hotels & Motels', 'pt', 'Hotel, Hotel de estrada'],
    ['Scenic Lookout', 'pt', 'Mirante'],
    ['Padarias', 'en', 'Bakery'],
    ['Museu de Arte', 'en', 'Museum'],
    // The name is the same, but for its accent.
    ['Cafe', 'pt', 'Café'],
    // Or for its capitals.
    ['Atm', 'en', 'ATM'],
    ['Art gallery', 'en', 'Art Gallery'],
    // There is one name for all categories of a kind.
    ['Museums', 'en', 'Museum'],
    ['Pizzeria', 'pt', 'Pizzaria'],
    ['Italian restaurant', 'pt', 'Restaurante italiano'],
  ])('of %j in %j', (name, language, label) => {
    expect(labelOf(name, language)).toBe(label);
  });

  it.each([
    ['Bakery', 'en'],
    // The word is the same in both.
    ['Hotel', 'pt'],
    ['Cafe', 'en'],
    ['Café', 'pt'],
    ['Café', 'en'],
    // It says more.
    ['Museu de Arte', 'pt'],
    ['Sebo', 'pt'],
  ])('is its name, %j, if that is in the language: %j', (name, language) => {
    expect(labelOf(name, language)).toBeUndefined();
  });

  it('is not known of general categories, unknown ones, and languages without a name', () => {
    const labels = [labelOf('Services', 'pt'), labelOf('Xyzzy', 'pt'), labelOf('Bakery', 'xx'), labelOf('None', 'pt')];
    expect(labels).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('is not known before the categories are', () => {
    expect(kindsWith('').labelOf('pt', category('Bakery'))).toBeUndefined();
  });
});

describe('the kinds of the directory', () => {
  it('are read in between other work of the process', async () => {
    const subcategories = Array.from({ length: 500 }, (_, at) => ({ id: `${at}`, name: `Unheard Of Category ${at}` }));
    const kinds = kindsWith('');
    const loaded = kinds.replace([{ id: 's', name: 'Services', subcategories }], ['en']).then(() => 'loaded');
    const turns: string[] = [];
    do turns.push(await Promise.race([loaded, nextTurn('served')]));
    while (turns.at(-1) !== 'loaded');
    expect(turns.length).toBeGreaterThan(5);
  });

  it.each([
    ['restuarant', 'restaurant'],
    ['resturants', 'restaurant'],
    ['bakry', 'bakery'],
    ['restaraunts', 'restaurant'],
    ['suppermakret', 'supermarket'],
  ])('have a word like %s', async (word, meant) => {
    const kinds = kindsWith('');
    await kinds.replace([], ['pt', 'en']);
    expect(kinds.spellingsLike(word)[0]).toBe(meant);
  });

  it.each([
    ['harbour', true],
    ['garden museum', true],
    ['port', true],
    ['old port', false],
    ['old harbour', false],
    ['harbour veltrona', false],
    ['veltrona', false],
    ['', false],
  ])('know whether words mean only kinds, or one that is too common to: %s', async (words, expected) => {
    const kinds = kindsWith('');
    await kinds.replace([], ['en']);
    expect(kinds.areOnlyKinds(foldedWords(words))).toBe(expected);
  });

  it.each([
    ['steakrestaurant', 'steak restaurant'],
    ['kinderzahnarzt', 'kinder zahnarzt'],
  ])('have the parts of the compound %s', async (word, parts) => {
    const kinds = kindsWith('');
    await kinds.replace([], ['de', 'nb']);
    expect(kinds.spellingsLike(word)).toEqual([parts]);
    await kinds.replace([], ['pt', 'en']);
    expect(kinds.spellingsLike(word)).toEqual([]);
  });

  it.each([
    ['kirkeapotek', ['kirke apotek']],
    ['kircheapotek', []],
    ['kirkeapotheke', []],
  ])('have compounds of one language only: %s', async (word, expected) => {
    const kinds = kindsWith('');
    await kinds.replace([], ['de', 'da']);
    expect(kinds.spellingsLike(word)).toEqual(expected);
  });

  // Nymphenburger Straße has no burgers.
  it.each(['nymphenburger', 'apotheke', 'lindwurmstrasse'])('have no compound %s', async (word) => {
    const kinds = kindsWith('');
    await kinds.replace([], ['de']);
    expect(kinds.spellingsLike(word)).toEqual([]);
  });

  it.each(['restaurants', 'hotels', 'rastouranto', 'eharmacy', 'parmacay', 'cafs', 'golden', 'cooper', '12345', ''])(
    'have no word like %s',
    async (word) => {
      const kinds = kindsWith('');
      await kinds.replace([], ['pt', 'en']);
      expect(kinds.spellingsLike(word)).toEqual([]);
    },
  );

  it.each([
    ['mercado', 'Marketplace or Supermarket'],
    ['college', 'College or School'],
    ['medical centre', 'Clinic or Doctor or Hospital'],
    // The first says what all are.
    ['things to do', 'Tourist Attraction'],
    // People take the others for the same, or they are narrower.
    ['coffee', 'Cafe'],
    ['chemist', 'Pharmacy'],
  ])('that a word names equally well are all named: %s', async (words, names) => {
    const kinds = kindsWith('');
    await kinds.replace([], ['en', 'pt']);
    const { named = [] } = kinds.longestKindAt(words.split(' '), 0)?.kind ?? {};
    expect(named.map((id) => KindCatalogue.load().labelOf(id, ['en'])).join(' or ')).toBe(names);
  });

  it.each([
    ['breakfast', 'amenity/cafe'],
    ['café da manhã', 'amenity/cafe'],
    ['frühstück', 'amenity/cafe'],
    ['dog park', 'leisure/park'],
  ])('have others that people accept for %s', async (words, other) => {
    const kinds = kindsWith('');
    await kinds.replace([], ['en', 'pt', 'de']);
    expect(kinds.longestKindAt(foldedWords(words), 0)?.kind.alternatives).toContain(other);
  });

  it('are many for things to do', async () => {
    const kinds = kindsWith('');
    await kinds.replace([], ['en', 'pt']);
    const kindOf = (q: string) => kinds.longestKindAt(q.split(' '), 0)?.kind;
    for (const q of ['things to do', 'o que fazer']) {
      expect(kindOf(q)?.id).toBe('tourism/attraction');
      expect(kindOf(q)?.ids).toEqual(
        expect.arrayContaining(['tourism/museum', 'leisure/park', 'amenity/theatre', 'tourism/aquarium']),
      );
      expect(kindOf(q)?.ids.includes('shop/bakery')).toBe(false);
    }
  });

  it('have the kinds of the default file of synonyms', async () => {
    const content = readFileSync(join(__dirname, '../synonyms/kinds-of-places.txt'), 'utf8');
    const [places = ''] = content.split('# Addresses');
    const kinds = kindsWith(places);
    await kinds.replace([], ['en', 'pt']);
    const typed = places
      .split('\n')
      .flatMap((line) => (/^[^#]/u.test(line) ? (line.split('=>')[0] ?? '').split(',') : []));
    const unknown = typed.filter((text) => {
      const words = foldedWords(text);
      return kinds.longestKindAt(words, 0)?.end !== words.length;
    });
    // Attributes rather than kinds, and a square, which is a part of addresses.
    expect(unknown.map((text) => text.trim())).toEqual([
      ...['healthy food', 'comida saudável', 'gluten free', 'sem glúten', 'organic', 'orgânico', 'orgânica', 'dmv'],
      ...['square', 'praça'],
    ]);
  });

  it('have the synonyms of an operator', async () => {
    const named = async (lines: string) => {
      const kinds = kindsWith(lines);
      await kinds.replace([], ['en']);
      return kinds.longestKindAt(['tipplery', 'auckland'], 0);
    };
    expect(await named('tipplery => liquor store')).toMatchObject({
      ...{ end: 1, kind: { id: 'shop/alcohol' } },
    });
    expect(await named('')).toBeUndefined();
  });
});
