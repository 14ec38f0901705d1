import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { categoryKey } from '../place.js';
import { foldedWords } from '../query/words.js';
import { type KindCatalogue, kindWords, OF_NAMES } from './kind-catalogue.js';
import { withBroader } from './related-kinds.js';

/** A category of the directory, as `Category` has it. */
export interface NamedCategory {
  readonly id: string;
  readonly name: string;
  readonly subcategories: readonly { readonly id: string; readonly name: string }[];
}

/** Words in the name of a place that say its kind: each is a clause for Elasticsearch. */
const MAX_PHRASES = 12;

/** Of a phrase. A longer one is no part of a name. */
const MAX_PHRASE_WORDS = 3;

/**
 * Surnames and words of many names. `Baker Street Cafe` is no bakery. A category still says that a place is a bakery.
 */
const unsafeInNames: ReadonlySet<string> = new Set(
  `baker bakers barber butcher butchers carpenter cleaners college court gardener garage gallery glasses joiner market nails painter
  pool station storage tailor tank tip cab club dump diner inn lodging lounge maler merkur movies nursery dairy charger charging
  arena attraction bagel marked mercado feira banco posto poste post petrol fuel kro fik printing sights galeria galerie galleri
  academia oficina taller pressing accommodation temple shrine indian italian chinese thai korean mexican japanese vietnamese
  steak flowers shoes clothes clothing toys gifts tattoo massage spa books groceries camping parking taxi alterations bridal
  places_to_stay places_to_eat things_to_do sights sightseeing overnatning hospedagem
  tyres tires curry noodles beer cerveja chope association opleving forening verein associacao storage forsikring cleaning limpeza police politi policia`
    .split(/\s+/u)
    .map((word) => foldedWords(word.replaceAll('_', ' ')).join(' ')),
);

/** The last word of an English name says the kind where the catalogue lacks the narrower one: `Afghan restaurant`. */
const headKinds: ReadonlyMap<string, string> = new Map([
  ['restaurant', 'amenity/restaurant'],
  ['cafe', 'amenity/cafe'],
  ['bakery', 'shop/bakery'],
  ['museum', 'tourism/museum'],
  ['church', 'amenity/place_of_worship/christian'],
  ['mosque', 'amenity/place_of_worship/muslim'],
  ['hospital', 'amenity/hospital'],
  ['hotel', 'tourism/hotel'],
  ['school', 'education/school'],
  ['surgeon', 'amenity/doctors'],
  ['lawyer', 'office/lawyer'],
  ['bar', 'amenity/bar'],
  ['theater', 'amenity/theatre'],
  ['stadium', 'leisure/stadium'],
  ['law', 'office/lawyer'],
  ['insurance', 'office/insurance'],
  ['gym', 'leisure/fitness_centre'],
  ['temple', 'amenity/place_of_worship'],
  ['synagogue', 'amenity/place_of_worship/jewish'],
  ['university', 'education/university'],
  ['brewery', 'craft/brewery'],
  ['winery', 'craft/winery'],
  ['pub', 'amenity/pub'],
]);

/** The categories of a directory by the kinds of places that they hold. Make another when the categories change. */
export class CategoryKinds {
  private readonly keysByKind = new Map<string, string[]>();
  private readonly kindsByKey = new Map<string, readonly string[]>();
  /** The main kind of those that the list has with several kinds. */
  private readonly mainKinds = new Map<string, string>();

  /**
   * @param languages in which the categories are named, the first preferred where a name means several kinds. Others are known too.
   */
  constructor(
    private readonly catalogue: KindCatalogue,
    categories: readonly NamedCategory[],
    private readonly languages: readonly string[] = ['en'],
  ) {
    for (const { id, name, subcategories } of categories) {
      this.add(categoryKey({ id, name }), id, name);
      for (const subcategory of subcategories)
        this.add(categoryKey({ id, name }, subcategory), subcategory.id, subcategory.name, name);
    }
  }

  private add(key: string, id: string, name: string, parent?: string): void {
    const byTag = this.kindsOfTag(id);
    const listed = byTag.length > 0 ? undefined : listedKinds(name, parent);
    const [main] = listed ?? [];
    if (main !== undefined) this.mainKinds.set(key, main);
    const kinds = byTag.length > 0 ? byTag : (listed ?? this.kindsOfName(name));
    this.kindsByKey.set(key, kinds);
    for (const kind of kinds) this.keysByKind.set(kind, [...(this.keysByKind.get(kind) ?? []), key]);
  }

  /** The kinds of a category or subcategory, by its key (`readCategoryKey`). None for a general one, like `Services`. */
  kindsOf(key: string): readonly string[] {
    return this.kindsByKey.get(key) ?? [];
  }

  /** Of these categories, those of which other kinds are the main ones: `Animal Services` for vets. */
  mixedKeys(keys: readonly string[], kinds: readonly string[]): string[] {
    return keys.filter((key) => {
      const main = this.mainKinds.get(key);
      return main !== undefined && !kinds.includes(main);
    });
  }

  /** Whether a category says what kind its places are. */
  get saysKinds(): boolean {
    return [...this.kindsByKey.values()].some((kinds) => kinds.length > 0);
  }

  /** The keys of all categories that hold places of these kinds, of narrower ones, or of those that are the same to readers. */
  keysOf(kinds: readonly string[]): readonly string[] {
    return this.keys(this.catalogue.withNarrower(kinds));
  }

  /**
   * The keys of categories of broader kinds: restaurants for pizzerias, where no category is narrower. The words of a place must
   * say the rest (`wordsFor`).
   */
  broaderKeysOf(kinds: readonly string[]): readonly string[] {
    const own = new Set(this.keysOf(kinds));
    return this.keys(withBroader(this.catalogue.withNarrower(kinds))).filter((key) => !own.has(key));
  }

  /** The keys of categories of kinds that readers may take instead, less fitting. */
  alternativeKeysTo(kinds: readonly string[]): readonly string[] {
    const own = new Set(this.keysOf(kinds));
    return this.keys(this.catalogue.alternativesTo(kinds)).filter((key) => !own.has(key));
  }

  private keys(kinds: readonly string[]): readonly string[] {
    return [...new Set(kinds.flatMap((kind) => this.keysByKind.get(kind) ?? []))];
  }

  private kindsOfName(name: string): readonly string[] {
    const whole = this.kindsNamed(name);
    if (whole.length > 0) return whole;
    const parts = partsOf(name);
    const ofParts = parts.length > 1 ? parts.map((part) => this.kindsOfPart(part)) : [];
    // Of `Paint and sip`, one part alone says something else than both.
    if (parts.length > 1 && ofParts.every(({ length }) => length > 0)) return [...new Set(ofParts.flat())];
    const head = headKinds.get(foldedWords(name).at(-1) ?? '');
    if (head !== undefined) return [head];
    return parts.length === 1 ? this.kindsOfPart(name) : [];
  }

  /** `osm-amenity-dentist`, and the second level of it: `osm-cuisine-pizza`. */
  private kindsOfTag(id: string): readonly string[] {
    const [, key, value] = /^osm-([a-z_]+)-(.+)$/u.exec(id) ?? [];
    if (key === undefined || value === undefined) return [];
    const tag = `${key}=${value}`;
    return this.catalogue.ids.filter((kind) =>
      this.catalogue.tagsOf(kind).some((tags) => tags === tag || (key === 'cuisine' && tags.split('+').includes(tag))),
    );
  }

  /** The kinds of a whole name, not of one of its words. */
  private kindsNamed(name: string): readonly string[] {
    const words = kindWords(name);
    // Without a preference, short words of any language count: `Caféer`.
    for (const options of [{ languages: this.languages }, {}]) {
      const phrase = this.catalogue.kindsNamed(words, 0, options);
      if (phrase?.end === words.length) return phrase.kinds.map(({ id }) => id);
    }
    return [];
  }

  /** Of `Books` and `Convenience Stores`, where the shop may be left out or not. */
  private kindsOfPart(part: string): readonly string[] {
    const listed = listedCategories().get(foldedWords(part).join(' '));
    if (listed) return listed;
    const bare = foldedWords(part)
      .join(' ')
      .replace(
        / (?:stores?|shops?|sales|supply|supplies|supplier|goods|services?|products|parlou?rs?|agency|centers?|centres?)$/u,
        '',
      );
    for (const text of [part, bare, `${bare} shop`, `${bare} store`]) {
      const kinds = listedCategories().get(foldedWords(text).join(' ')) ?? this.kindsNamed(text);
      if (kinds.length > 0) return kinds;
    }
    return [];
  }
}

/**
 * The folded phrases that say in the name of a place that it is of a kind, also without a category: `bakery`, `padaria`. At most
 * twelve, the best first, and none that is a surname or a kind of its own.
 */
export function wordsFor(catalogue: KindCatalogue, kind: string, languages: readonly string[]): readonly string[] {
  const phrases = languages.map((language) => catalogue.phrasesOf(kind, language));
  // One of each language in turn, so that none is left out.
  const longest = Math.max(0, ...phrases.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, index) => phrases.flatMap((one) => one[index] ?? [])).flat();
  const safe = [...new Set(inTurn)].filter((phrase) => isSafe(catalogue, kind, phrase, languages));
  // Whatever has `pizza place` in it has `pizza`.
  const shortest = safe.filter(
    (phrase) => !safe.some((other) => other !== phrase && ` ${phrase} `.includes(` ${other} `)),
  );
  return shortest.slice(0, MAX_PHRASES);
}

/** Folded phrases that may say in the name of a place that it is of a kind: `electrical` of an electrician, and `petrol`. */
export function weakWordsFor(catalogue: KindCatalogue, kind: string, languages: readonly string[]): readonly string[] {
  const phrases = [OF_NAMES, ...languages].flatMap((language) => catalogue.phrasesOf(kind, language));
  return phrases.filter((phrase) => phrase.length > 2 && phrase.split(' ').length <= MAX_PHRASE_WORDS);
}

function isSafe(catalogue: KindCatalogue, kind: string, phrase: string, languages: readonly string[]): boolean {
  const words = phrase.split(' ');
  if (unsafeInNames.has(phrase) || words.length > MAX_PHRASE_WORDS || phrase.length < 3) return false;
  // A part of the phrase says the same, and finds more.
  const named = catalogue.kindsNamed(words, 0, { languages });
  const related = new Set(catalogue.withNarrower([kind]));
  return named?.kinds.some(({ id }) => related.has(id) || catalogue.withNarrower([id]).includes(kind)) ?? false;
}

/** `Hotels & Motels`, `Clothing, Apparel, & Fashions`, `Cinema > Movie Theater`. */
function partsOf(name: string): string[] {
  return name
    .split(/[&,/>+;|]| (?:and|e|y|og|och|und|et|en|i|o|ou|or) /u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function listedKinds(name: string, parent = ''): readonly string[] | undefined {
  const [phrase, ofParent] = [name, parent].map((text) => foldedWords(text).join(' ')) as [string, string];
  return listedCategories().get(`${ofParent} > ${phrase}`) ?? listedCategories().get(phrase);
}

let listed: ReadonlyMap<string, readonly string[]> | undefined;

/** Of `categories.txt`: by the folded name, which may follow that of its parent, the kinds, or none. */
export function listedCategories(): ReadonlyMap<string, readonly string[]> {
  return (listed ??= new Map(
    readFileSync(join(__dirname, 'categories.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [names = '', kinds = ''] = line.split(' =');
        const key = names.split(' > ').map((name) => foldedWords(name).join(' '));
        return [key.join(' > '), kinds.split(' ').filter((kind) => kind !== '')];
      }),
  ));
}
