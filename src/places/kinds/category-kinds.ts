import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inChunks } from '../../concurrency/chunks.js';
import { categoryKey, type Named } from '../place.js';
import { foldedPhrase, foldedWords } from '../query/words.js';
import { type KindCatalogue, OF_NAMES } from './kind-catalogue.js';
import { kindWords } from './kind-words.js';
import { withBroader } from './related-kinds.js';

/** A category of the directory, as `Category` has it. */
export interface NamedCategory {
  readonly id: string;
  readonly name: string;
  readonly subcategories: readonly { readonly id: string; readonly name: string }[];
}

/** The most phrases for a kind in names of places. Each phrase is a clause for Elasticsearch. */
const MAX_PHRASES = 12;

/** The most words of a phrase. Names do not have longer phrases. */
const MAX_PHRASE_WORDS = 3;

/**
 * Surnames and words of many names, which do not show the kind: `Baker Street Cafe` is no bakery, and a car park no park. In names of
 * categories they count.
 */
const unsafeInNames: ReadonlySet<string> = new Set(
  `baker bakers barber butcher butchers carpenter cleaners college court gardener garage gallery glasses joiner market nails painter
  pool station storage tailor tank tip cab club dump diner inn lodging lounge maler merkur movies nursery dairy charger charging
  arena attraction bagel marked mercado feira banco posto poste post petrol fuel kro fik printing sights galeria galerie galleri
  academia oficina taller pressing accommodation temple shrine indian italian chinese thai korean mexican japanese vietnamese
  steak flowers shoes clothes clothing toys gifts tattoo massage spa books groceries camping park parks parking taxi alterations bridal
  places_to_stay places_to_eat things_to_do sights sightseeing overnatning hospedagem
  tyres tires curry noodles beer cerveja chope association opleving forening verein associacao storage forsikring cleaning limpeza police politi policia`
    .split(/\s+/u)
    .map((word) => foldedPhrase(word.replaceAll('_', ' '))),
);

/** Words of many names: Harbour Café. They show the kind only in data without a category for it. */
const unsafeBesideCategories: ReadonlySet<string> = new Set(['harbour', 'harbor']);

/** The kinds of last words of English names. They count if the catalogue lacks the narrower kind: `Afghan restaurant`. */
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

/** The same for first words of names in Portuguese and Spanish: `Museu de Arte`. */
const firstKinds: ReadonlyMap<string, string> = new Map([
  ['museu', 'tourism/museum'],
  ['museo', 'tourism/museum'],
  ['igreja', 'amenity/place_of_worship/christian'],
  ['iglesia', 'amenity/place_of_worship/christian'],
  ['restaurante', 'amenity/restaurant'],
  ['teatro', 'amenity/theatre'],
  ['estadio', 'leisure/stadium'],
  ['universidade', 'education/university'],
  ['universidad', 'education/university'],
]);

/** The categories of a directory, and the kinds of places that they hold. Create a new object when the categories change. */
export class CategoryKinds {
  private readonly keysByKind = new Map<string, string[]>();
  private readonly kindsByKey = new Map<string, readonly string[]>();
  /** The categories of no known kind, by the kinds that words of their names name. */
  private readonly likelyKeysByKind = new Map<string, string[]>();
  /** The main kinds of categories that `categories.txt` lists. */
  private readonly mainKinds = new Map<string, string>();

  /**
   * @param languages in which the categories are named. If a name means several kinds, the first language counts. Names in all other
   *   languages are known, too.
   */
  constructor(
    private readonly catalogue: KindCatalogue,
    private readonly languages: readonly string[] = ['en'],
  ) {}

  /** Adds categories and their subcategories. Thirty thousand take seconds: pauses, so that requests are served meanwhile. */
  async addAll(categories: readonly NamedCategory[]): Promise<void> {
    const all = categories.flatMap((category) =>
      [undefined, ...category.subcategories].map((subcategory) => ({ category, subcategory })),
    );
    await inChunks(all, ({ category, subcategory }) => {
      this.add(category, subcategory);
    });
  }

  /** Adds a category, or with a subcategory only that. */
  add(category: Named, subcategory?: Named): void {
    const key = categoryKey(category, subcategory);
    const { id, name } = subcategory ?? category;
    const parent = subcategory && category.name;
    const byTag = this.kindsOfTag(id);
    const listed = byTag.length > 0 ? undefined : listedKinds(name, parent);
    const [main] = listed ?? [];
    if (main !== undefined) this.mainKinds.set(key, main);
    const kinds = byTag.length > 0 ? byTag : (listed ?? this.kindsOfName(name));
    this.kindsByKey.set(key, kinds);
    for (const kind of kinds) push(this.keysByKind, kind, key);
    // A category that `categories.txt` lists without a kind is general.
    if (kinds.length === 0 && !listed)
      for (const kind of this.kindsWithin(name)) push(this.likelyKeysByKind, kind, key);
  }

  /** The kinds of a category or subcategory, by its key (`readCategoryKey`). A general category, such as `Services`, has none. */
  kindsOf(key: string): readonly string[] {
    return this.kindsByKey.get(key) ?? [];
  }

  /** Of these categories, those that mainly hold places of other kinds: `Animal Services` for vets. */
  mixedKeys(keys: readonly string[], kinds: readonly string[]): string[] {
    return keys.filter((key) => {
      const main = this.mainKinds.get(key);
      return main !== undefined && !kinds.includes(main);
    });
  }

  /** Whether any category has a kind. */
  get saysKinds(): boolean {
    return [...this.kindsByKey.values()].some((kinds) => kinds.length > 0);
  }

  /** The keys of all categories that hold places of these kinds, of narrower kinds, or of kinds that people take for the same. */
  keysOf(kinds: readonly string[]): readonly string[] {
    return this.keys(this.catalogue.withNarrower(kinds));
  }

  /** The keys of categories of no known kind that have words for these kinds in their names. */
  likelyKeysOf(kinds: readonly string[]): readonly string[] {
    return keysIn(this.likelyKeysByKind, this.catalogue.withNarrower(kinds));
  }

  /**
   * The keys of categories of broader kinds: restaurants for pizzerias. A place in one of them is of the narrower kind if its name has
   * the words for it (`wordsFor`).
   */
  broaderKeysOf(kinds: readonly string[]): readonly string[] {
    const own = new Set(this.keysOf(kinds));
    return this.keys(withBroader(this.catalogue.withNarrower(kinds))).filter((key) => !own.has(key));
  }

  /** The keys of categories of kinds that people may accept instead (`alternativesTo`). */
  alternativeKeysTo(kinds: readonly string[]): readonly string[] {
    const own = new Set(this.keysOf(kinds));
    return this.keys(this.catalogue.alternativesTo(kinds)).filter((key) => !own.has(key));
  }

  private keys(kinds: readonly string[]): readonly string[] {
    return keysIn(this.keysByKind, kinds);
  }

  /** The kinds that any words of a name stand for. */
  private kindsWithin(name: string): ReadonlySet<string> {
    const words = kindWords(name);
    const kinds = new Set<string>();
    for (let from = 0; from < words.length;) {
      const phrase = this.catalogue.kindsNamed(words, from, { languages: this.languages });
      for (const { id } of phrase?.kinds ?? []) kinds.add(id);
      from = phrase?.end ?? from + 1;
    }
    return kinds;
  }

  private kindsOfName(name: string): readonly string[] {
    const whole = this.kindsNamed(name);
    if (whole.length > 0) return whole;
    const parts = partsOf(name);
    const ofParts = parts.length > 1 ? parts.map((part) => this.kindsOfPart(part)) : [];
    // In `Paint and sip`, a part alone means something else, so all parts must name kinds.
    if (parts.length > 1 && ofParts.every(({ length }) => length > 0)) return [...new Set(ofParts.flat())];
    const words = foldedWords(name);
    const head = headKinds.get(words.at(-1) ?? '') ?? firstKinds.get(words[0] ?? '');
    if (head !== undefined) return [head];
    return parts.length === 1 ? this.kindsOfPart(name) : [];
  }

  /** The kinds of a category that an import of OpenStreetMap has made: `osm-amenity-dentist`, and below it `osm-cuisine-pizza`. */
  private kindsOfTag(id: string): readonly string[] {
    const [, key, value] = /^osm-([a-z_]+)-(.+)$/u.exec(id) ?? [];
    if (key === undefined || value === undefined) return [];
    return this.catalogue.kindsOfTag(`${key}=${value}`);
  }

  /** The kinds that a whole name stands for. A part of the name is not enough. */
  private kindsNamed(name: string): readonly string[] {
    const words = kindWords(name);
    // Without a preference, short words of any language count: `Caféer`.
    for (const options of [{ languages: this.languages }, {}]) {
      const phrase = this.catalogue.kindsNamed(words, 0, options);
      if (phrase?.end === words.length) return phrase.kinds.map(({ id }) => id);
    }
    return [];
  }

  /** The kinds of a part of a name. The word for the shop may be missing (`Books`) or not (`Convenience Stores`). */
  private kindsOfPart(part: string): readonly string[] {
    const listed = listedCategories().get(foldedPhrase(part));
    if (listed) return listed;
    const bare = foldedWords(part)
      .join(' ')
      .replace(
        / (?:stores?|shops?|sales|supply|supplies|supplier|goods|services?|products|parlou?rs?|agency|centers?|centres?)$/u,
        '',
      );
    for (const text of [part, bare, `${bare} shop`, `${bare} store`]) {
      const kinds = listedCategories().get(foldedPhrase(text)) ?? this.kindsNamed(text);
      if (kinds.length > 0) return kinds;
    }
    return [];
  }
}

function push(keys: Map<string, string[]>, kind: string, key: string): void {
  const known = keys.get(kind);
  if (known) known.push(key);
  else keys.set(kind, [key]);
}

function keysIn(byKind: ReadonlyMap<string, readonly string[]>, kinds: readonly string[]): readonly string[] {
  return [...new Set(kinds.flatMap((kind) => byKind.get(kind) ?? []))];
}

/**
 * The folded phrases for a kind in names of places: `bakery`, `padaria`. A place with one in its name is of the kind even without a
 * category. At most twelve, the best first, without surnames and without phrases that name another kind.
 *
 * @param asked the kinds that a person asks for. A phrase may name any of them.
 * @param hasCategories whether the data have categories of a kind. A phrase that also names such a kind is left out, if nobody asks for the
 *   kind: `medical centre` is a hospital, but if doctors have a category, most with that name are doctors.
 */
export function wordsFor(
  catalogue: KindCatalogue,
  kind: string,
  languages: readonly string[],
  asked: readonly string[] = [kind],
  hasCategories: (kind: string) => boolean = () => false,
): readonly string[] {
  const phrases = languages.map((language) => catalogue.phrasesOf(kind, language));
  // One phrase of each language in turn, so that no language is left out.
  const longest = Math.max(0, ...phrases.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, index) => phrases.flatMap((one) => one[index] ?? [])).flat();
  const [isOfKind, isOfAsked] = [relatedTo(catalogue, [kind]), relatedTo(catalogue, asked)];
  const safe = [...new Set(inTurn)].filter((phrase) => {
    if (!isSafeInNames(phrase) || (unsafeBesideCategories.has(phrase) && hasCategories(kind))) return false;
    // If a part of the phrase names the same kind, the part finds more.
    const ids = catalogue.kindsNamed(phrase.split(' '), 0, { languages })?.kinds.map(({ id }) => id) ?? [];
    return ids.some(isOfKind) && ids.every((id) => isOfAsked(id) || !hasCategories(id));
  });
  // A name with `pizza place` also has `pizza`, so the shorter phrase is enough.
  const shortest = safe.filter(
    (phrase) => !safe.some((other) => other !== phrase && ` ${phrase} `.includes(` ${other} `)),
  );
  return shortest.slice(0, MAX_PHRASES);
}

/** Folded phrases in names of places that only hint at a kind: `electrical` at an electrician, `petrol` at a fuel station. */
export function weakWordsFor(catalogue: KindCatalogue, kind: string, languages: readonly string[]): readonly string[] {
  const phrases = [OF_NAMES, ...languages].flatMap((language) => catalogue.phrasesOf(kind, language));
  return phrases.filter((phrase) => phrase.length > 2 && phrase.split(' ').length <= MAX_PHRASE_WORDS);
}

/** Whether kinds are those asked for, narrower or broader ones, or the same to people. */
function relatedTo(catalogue: KindCatalogue, asked: readonly string[]): (id: string) => boolean {
  const related = new Set(catalogue.withNarrower(asked));
  return (id) => related.has(id) || catalogue.withNarrower([id]).some((narrower) => asked.includes(narrower));
}

function isSafeInNames(phrase: string): boolean {
  return !unsafeInNames.has(phrase) && phrase.split(' ').length <= MAX_PHRASE_WORDS && phrase.length > 2;
}

/** The parts of a name: `Hotels & Motels`, `Clothing, Apparel, & Fashions`, `Cinema > Movie Theater`. */
function partsOf(name: string): string[] {
  return name
    .split(/[&,/>+;|]| (?:and|e|y|og|och|und|et|en|i|o|ou|or) /u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function listedKinds(name: string, parent = ''): readonly string[] | undefined {
  const [phrase, ofParent] = [name, parent].map(foldedPhrase) as [string, string];
  return listedCategories().get(`${ofParent} > ${phrase}`) ?? listedCategories().get(phrase);
}

let listed: ReadonlyMap<string, readonly string[]> | undefined;

/** The kinds of categories in `categories.txt`, by the folded name. The name of the parent may precede it. A category may have no kind. */
export function listedCategories(): ReadonlyMap<string, readonly string[]> {
  return (listed ??= new Map(
    readFileSync(join(__dirname, 'categories.txt'), 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const [names = '', kinds = ''] = line.split(' =');
        const key = names.split(' > ').map(foldedPhrase);
        return [key.join(' > '), kinds.split(' ').filter((kind) => kind !== '')];
      }),
  ));
}
