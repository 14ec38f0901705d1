import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACTIVITIES, PRODUCTS } from '../words/role-phrases.js';
import { KindCatalogue, type KindOptions, type KindPhrase } from './kind-catalogue.js';
import { isTrap, kindWords } from './kind-words.js';

const catalogue = KindCatalogue.load();

const named = (text: string, options?: KindOptions): KindPhrase | undefined =>
  catalogue.kindsNamed(kindWords(text), 0, options);

/** The kinds of a whole text, none if only a part of it names kinds. */
const kindsOf = (text: string, options?: KindOptions): string[] => {
  const phrase = named(text, options);
  return phrase?.end === kindWords(text).length ? phrase.kinds.map(({ id }) => id) : [];
};

describe('the catalogue of kinds', () => {
  it.each([...new Set([...ACTIVITIES.meanings.values(), ...PRODUCTS.meanings.values()])])(
    'has %s, which other words mean',
    (meaning) => {
      expect(kindsOf(meaning, { languages: ['en'] })).not.toEqual([]);
    },
  );

  it.each([
    ['hairdresser', 'shop/hairdresser'],
    ['gp', 'amenity/doctors'],
    ['bottle-o', 'shop/alcohol'],
    ['frisør', 'shop/hairdresser'],
    ['歯医者', 'amenity/dentist'],
    ['bakery', 'shop/bakery'],
    ['chemist', 'amenity/pharmacy'],
    ['薬局', 'amenity/pharmacy'],
    ['صيدلية', 'amenity/pharmacy'],
    ['аптека', 'amenity/pharmacy'],
    ['φαρμακείο', 'amenity/pharmacy'],
    ['lægevagt', 'amenity/doctors'],
    ['pizza', 'amenity/restaurant/pizza'],
    ['ラーメン', 'amenity/restaurant/ramen'],
    ['indian restaurant', 'amenity/restaurant/indian'],
    ['indisk restaurant', 'amenity/restaurant/indian'],
    ['comida por quilo', 'amenity/restaurant/buffet'],
    ['cafe', 'amenity/cafe'],
    ['gas station', 'amenity/fuel'],
    ['ATM', 'amenity/atm'],
    ['library', 'amenity/library'],
    ['guest house', 'tourism/guest_house'],
    ['church', 'amenity/place_of_worship/christian'],
    ['locksmith', 'shop/locksmith'],
    ['plumber', 'craft/plumber'],
    ['auto repair', 'shop/car_repair'],
  ])('knows %s', (text, kind) => {
    expect(kindsOf(text)).toContain(kind);
  });

  it.each([
    ['bakeries', 'shop/bakery'],
    ['Baeckerei', 'shop/bakery'],
    ['bagerier', 'shop/bakery'],
    ['farmacie', 'amenity/pharmacy'],
    ['аптеки', 'amenity/pharmacy'],
    ['restaurants', 'amenity/restaurant'],
    ['tandlæger', 'amenity/dentist'],
    ['museer', 'tourism/museum'],
    ['hotéis', 'tourism/hotel'],
    ['restaurantes japoneses', 'amenity/restaurant/japanese'],
    ['dry cleaners', 'shop/dry_cleaning'],
    ['churches', 'amenity/place_of_worship/christian'],
    ["chemist's", 'amenity/pharmacy'],
    ['chinese takeaways', 'amenity/fast_food/chinese'],
  ])('knows the form %s', (text, kind) => {
    expect(kindsOf(text)).toContain(kind);
  });

  it.each([
    ['guesthouse', 'tourism/guest_house'],
    ['night club', 'amenity/nightclub'],
    ['drycleaner', 'shop/dry_cleaning'],
  ])('takes %s for one word and for two', (text, kind) => {
    expect(kindsOf(text)).toContain(kind);
  });

  it.each(['Bagge', 'bag søndermarken', 'bagels on main', 'bak'])('does not take %s for a baker', (text) => {
    expect(kindsOf(text)).not.toContain('shop/bakery');
  });

  it.each([...'no the paris more la de Á to new gade rua place street st auckland'.split(' ')])(
    'knows no kind %s',
    (text) => {
      expect(named(text)).toBeUndefined();
    },
  );

  it('finds the longest phrase from a word on', () => {
    const words = kindWords('cheap indian restaurants in auckland');
    expect(catalogue.kindsNamed(words, 0)).toBeUndefined();
    expect(catalogue.kindsNamed(words, 1)).toMatchObject({ end: 3, kinds: [{ id: 'amenity/restaurant/indian' }] });
  });

  it('prefers the meaning in the preferred languages', () => {
    // A chain of chemists' shops in Danish, a person in English, cigarettes in neither.
    const materialist = named('materialist', { languages: ['da'] });
    expect(materialist?.kinds).toEqual([{ id: 'shop/chemist', strength: 'name', languages: ['da'] }]);
    // Spanish books, Portuguese books too, but English libraries in neither.
    expect(kindsOf('libreria', { languages: ['it'] })).toEqual(['shop/books']);
  });

  it.each([
    ['🍕', 'amenity/restaurant/pizza'],
    ['☕️', 'amenity/cafe'],
    ['💇🏽‍♀️', 'shop/hairdresser'],
    ['👨‍⚕️', 'amenity/doctors'],
  ])('knows the emoji %s', (text, kind) => {
    expect(kindsOf(text)).toContain(kind);
  });

  it('keeps emoji among the words', () => {
    expect(kindWords('Best 🍕 in Århus ©')).toEqual(['best', '🍕', 'in', 'arhus']);
  });

  it('has words of known kinds only', () => {
    const ids = new Set(catalogue.ids);
    const content = readFileSync(join(__dirname, 'words.txt'), 'utf8');
    const listed = content.split('\n').flatMap((line) => /^([^#:]+): /u.exec(line)?.[1] ?? []);
    expect(listed.filter((id) => !ids.has(id))).toEqual([]);
    expect(listed.length).toBeGreaterThan(200);
  });

  it.each([
    ['greek food', 'en', 'greek'],
    ['greek', 'en', 'greek'],
    ['griechische Küche', 'de', 'greek'],
    ['griechisches Essen', 'de', 'greek'],
    ['cuisine vietnamienne', 'fr', 'vietnamese'],
    ['comida china', 'es', 'chinese'],
    ['Chinese keuken', 'nl', 'chinese'],
    ['turkish', 'en', undefined],
    ['comida caseira', 'pt', undefined],
    // Where the adjective comes last, it describes a kind: `embajada griega`.
    ['griega', 'es', undefined],
    ['american', 'en', undefined],
    ['american food', 'en', 'american'],
  ])('knows the food of a country: %s', (text, language, cuisine) => {
    const ids = cuisine === undefined ? [] : [`amenity/restaurant/${cuisine}`];
    expect(kindsOf(text, { languages: [language] })).toEqual(ids);
  });

  it('has an adjective of each language for the food of each country', () => {
    const lines = readFileSync(join(__dirname, 'cuisines.txt'), 'utf8').trimEnd().split('\n');
    const cuisines = lines.filter((line) => !/^(?:#|phrases:|more than food:|$)/u.test(line));
    expect(cuisines.length).toBeGreaterThan(50);
    for (const line of cuisines)
      expect(line).toMatch(/^[a-z_]+: en .+; fr .+; es .+; it .+; pt .+; de .+; nl .+; sv .+; da .+; nb .+$/u);
  });

  it('names the food of a country for readers of each language', () => {
    const id = 'amenity/restaurant/moroccan';
    expect(catalogue.labelOf(id, ['en'])).toBe('Moroccan Restaurant');
    expect(catalogue.labelOf('amenity/restaurant/peruvian', ['en'])).toBe('Peruvian Restaurant');
    expect(catalogue.labelOf('amenity/restaurant/lebanese', ['pt'])).toBe('Restaurante libanês');
    expect(catalogue.labelOf(id, ['fr'])).toBe('Restaurant marocain');
    expect(catalogue.labelOf(id, ['de'])).toBe('Marokkanisches Restaurant');
  });

  it('knows at least 60 emoji', () => {
    const content = readFileSync(join(__dirname, 'words.txt'), 'utf8');
    const emoji = content.split('\n').flatMap((line) => /: emoji (.*)$/u.exec(line)?.[1]?.split(' ') ?? []);
    expect(emoji.filter((one) => kindsOf(one).length === 0)).toEqual([]);
    expect(emoji.length).toBeGreaterThan(60);
  });

  it('has no trap among short words of names', () => {
    const traps = [
      ...'parker tanks barn grille far span kai toa glacier plaza marine play'.split(' '),
      ...['loo', 'boozer', 'wings', 'statue', 'tutor', 'racecourse', 'servo', 'bebedouro', 'cachoeira'],
    ];
    expect(traps.filter((word) => named(word, { languages: ['en', 'pt'] }))).toEqual([]);
    // Cities and hotels are called after rivers.
    const rivers = ['rijeka', 'rieka', 'fluss', 'flod', 'rivière', 'fiume', 'rivier'];
    expect(rivers.filter((word) => named(word, { languages: ['hr', 'sk', 'de', 'da', 'fr', 'it', 'nl'] }))).toEqual([]);
  });

  it('knows words of two letters only in scripts without vowels', () => {
    expect(['ab', 'ბა', 'աբ', 'בר', 'گل'].filter((word) => isTrap([word]))).toEqual(['ab', 'ბა', 'աբ']);
  });

  it('knows terms if asked', () => {
    expect(named('slice')).toBeUndefined();
    expect(kindsOf('slice', { languages: ['en'], withTerms: true })).toContain('amenity/restaurant/pizza');
  });

  it('says what is narrower, the same and nearly so', () => {
    expect(catalogue.withNarrower(['amenity/restaurant'])).toContain('amenity/restaurant/pizza');
    expect(catalogue.withNarrower(['amenity/restaurant/indian'])).toContain('amenity/fast_food/indian');
    expect(catalogue.withNarrower(['amenity/pub'])).toContain('amenity/bar');
    expect(catalogue.withNarrower(['tourism/hotel'])).toContain('tourism/motel');
    expect(catalogue.alternativesTo(['shop/hairdresser'])).toContain('shop/beauty');
    expect(catalogue.alternativesTo(['shop/hairdresser'])).not.toContain('shop/hairdresser/barber');
  });

  it('has names for readers', () => {
    expect(catalogue.labelOf('amenity/dentist', ['da'])).toBe('Tandlæge');
    expect(catalogue.labelOf('amenity/dentist', ['xx'])).toBe('Dentist');
    // Not what is drawn on a map: School Grounds, Pharmacy Counter.
    expect(catalogue.labelOf('education/school', ['en'])).toBe('School');
    expect(catalogue.labelOf('amenity/pharmacy', ['en'])).toBe('Pharmacy');
    // Nor `Donut Fast Food`, nor what only one country says: `Restroom`.
    expect(catalogue.labelOf('amenity/fast_food/donut', ['en'])).toBe('Donut Shop');
    expect(catalogue.labelOf('amenity/toilets', ['en'])).toBe('Toilets');
    // In English with capitals, also names of the file, and the first of several names.
    expect(catalogue.labelOf('amenity/restaurant/lebanese', ['en'])).toBe('Lebanese Restaurant');
    expect(catalogue.labelOf('amenity/bbq', ['en'])).toBe('Barbecue');
    expect(catalogue.labelOf('amenity/atm', ['en'])).toBe('ATM');
    const written = catalogue.ids.map((id) => catalogue.labelOf(id, ['en']));
    expect(written.filter((label) => /^\p{Ll}| \/ /u.test(label))).toEqual([]);
  });
});
