import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countryCodeAt, countryCodeOf } from '../areas/regions.js';
import { languagesOf } from '../languages.js';
import { push } from '../multimap.js';
import { type PlaceRecord } from '../place.js';
import { isLinkWord } from '../words/fillers.js';
import { isLandmarkKind } from '../words/landmarks.js';
import { foldedWords } from '../words/words.js';
import { brandKindsOf, saysNothingElse } from './brands.js';
import { CategoryKinds, isUnsafeInNames } from './category-kinds.js';
import { basicForms } from './inflections.js';
import { KindCatalogue, OF_NAMES } from './kind-catalogue.js';
import { kindWords } from './kind-words.js';
import { compoundingLanguages, foldedNameWords, kindFirstLanguages } from './name-words.js';
import { kindsRelatedTo } from './related-kinds.js';

/** The kinds of a place, with all broader ones but in `named`, by how much speaks for them. A kind may be in several lists. */
export interface PlaceKinds {
  /** A category or the brand says the kind, or the name does and a category agrees: Taj Indian in the category Restaurant. */
  readonly sure: readonly string[];
  /** The name says the kind by its last words, or by its first in languages that have the kind first: Joe's Bakery, Padaria Sol. */
  readonly named: readonly string[];
  /** A category holds places of several kinds, or has a word for the kind in its name. */
  readonly likely: readonly string[];
  /** Other words of the name say the kind (Baker Street Cafe for bakeries), or the name begins like one of a chain. */
  readonly weak: readonly string[];
}

/** The kinds that a place has in responses, filters and facets. */
export function shownKinds({ sure, named }: Pick<PlaceKinds, 'sure' | 'named'>): string[] {
  return [...new Set([...sure, ...KindCatalogue.load().withBroader(named)])];
}

/** The kind that says most about a place. Of equally narrow ones, the first counts, for which most speaks. */
export function narrowestKind(kinds: readonly string[]): string | undefined {
  const [narrowest] = kinds.toSorted((a, b) => b.split('/').length - a.split('/').length);
  return narrowest;
}

/** What the kinds of a place depend on. */
type ClassifiedPlace = Pick<PlaceRecord, 'name' | 'brand' | 'categories' | 'address' | 'location'>;

/** The kinds of a place (docs/kinds.md). They depend on nothing but the place and the catalogue. */
export function kindsOfPlace(place: ClassifiedPlace): PlaceKinds {
  return classifierFor(countryOf(place)).kindsOf(place);
}

let version: string | undefined;

/** Changes with the files of the catalogue, which are read once. */
export function kindsVersion(): string {
  if (version !== undefined) return version;
  const hash = createHash('sha256');
  for (const file of [
    'kinds.txt',
    'words.txt',
    'cuisines.txt',
    'categories.txt',
    'brands.txt',
    'names.txt',
    'related.txt',
    'inflections.txt',
  ])
    hash.update(readFileSync(join(__dirname, file)));
  return (version = hash.digest('hex'));
}

/** Of the address, or else of the position. @returns an ISO 3166-1 code (alpha-2) */
function countryOf({ address, location }: ClassifiedPlace): string | undefined {
  const stated = address?.country === undefined ? undefined : countryCode(address.country);
  return stated ?? (location && countryCodeAt(Number(location.lat), Number(location.lng)));
}

const countryCodes = new Map<string, string | undefined>();

/** Countries as they are written. Data have few, but a client may send any text. */
const MAX_COUNTRIES = 1000;

function countryCode(text: string): string | undefined {
  if (countryCodes.has(text)) return countryCodes.get(text);
  const code = countryCodeOf(text);
  if (countryCodes.size < MAX_COUNTRIES) countryCodes.set(text, code);
  return code;
}

const classifiers = new Map<string | undefined, KindClassifier>();

function classifierFor(country: string | undefined): KindClassifier {
  const known = classifiers.get(country) ?? new KindClassifier(KindCatalogue.load(), country);
  classifiers.set(country, known);
  return known;
}

/** Letters of the last part of a compound, and of what stands before it. */
const MIN_LETTERS = { last: 4, before: 2 } as const;

const noCompounds = foldedNameWords('no compound');

/** Words of a hint such as `auto electrical`. */
const MAX_HINT_WORDS = 2;

/** Words of a name that say kinds. */
interface PhraseOfName {
  readonly from: number;
  readonly end: number;
  readonly kinds: readonly string[];
  /** The kinds of which it is the name, and no other word for them. */
  readonly called: ReadonlySet<string>;
  /** Whether it begins the name, in a language that puts the kind first. */
  readonly isFirst: boolean;
  /** Whether it is the end of a compound: a name that begins with one may be called after it (Lüneburger Straße). */
  readonly isCompound: boolean;
  /** Whether it shows the kind, if it is the head of the name. */
  readonly isSafe: boolean;
}

/** Finds the kinds of places in a country: names are read in English and in the languages of the country. */
class KindClassifier {
  private readonly languages: readonly string[];
  private readonly categoryKinds: CategoryKinds;
  /** Words for kinds in languages that write compounds as one word. */
  private readonly lastParts = new Map<string, string[]>();
  /** Words that only names have, with the kinds for which they are a hint. */
  private readonly hints = new Map<string, string[]>();
  private readonly heads: NameHeads;

  constructor(
    private readonly catalogue: KindCatalogue,
    private readonly country: string | undefined,
  ) {
    const languages = languagesOf(country === undefined ? [] : [country]);
    this.languages = languages;
    this.categoryKinds = new CategoryKinds(catalogue, languages);
    this.heads = new NameHeads(languages);
    for (const id of catalogue.ids) {
      for (const phrase of catalogue.phrasesOf(id, OF_NAMES)) push(this.hints, phrase, id);
      for (const language of languages.filter((one) => compoundingLanguages.has(one)))
        for (const phrase of catalogue.phrasesOf(id, language))
          if (IS_WORD.test(phrase) && phrase.length >= MIN_LETTERS.last && !isUnsafeInNames(phrase))
            push(this.lastParts, phrase, id);
    }
  }

  kindsOf(place: ClassifiedPlace): PlaceKinds {
    const categories = place.categories.map((category) => this.categoryKinds.of(category));
    const ofCategories = categories.flatMap(({ sure }) => sure);
    const likely = categories.flatMap((one) => one.likely);
    const brand = ofCategories.length > 0 ? undefined : brandKindsOf(place, this.country);
    const sure = [...ofCategories, ...(brand?.sure ?? [])];
    const name = this.kindsOfName(place, [...sure, ...likely]);
    const withBroader = (kinds: readonly string[]) => this.catalogue.withBroader(kinds);
    const named = new Set(name.named);
    // Barbecue Factory is no restaurant if there are others.
    const weak = withBroader([...(brand?.weak ?? []), ...name.weak, ...named]).filter((id) => !named.has(id));
    return {
      sure: withBroader([...sure, ...name.sure]),
      named: [...named],
      likely: withBroader(likely),
      weak,
    };
  }

  /** @param known what categories and brand say */
  private kindsOfName({ name, address = {} }: ClassifiedPlace, known: readonly string[]) {
    const kinds = { sure: [] as string[], named: [] as string[], weak: [] as string[] };
    for (const { phrase, isHead: isHeadWord, isBeginning } of this.phrasesOfName(name, address)) {
      const agreed = phrase.kinds.filter((id) => known.some((other) => agree(id, other)));
      const isContradicted = known.length > 0 && agreed.length === 0;
      for (const id of phrase.kinds) {
        // Others are called after landmarks: Blue Harbour in the category Takeaway, Castle Rock.
        const isBorrowed = isLandmarkKind(id) && (isContradicted || !isHeadWord);
        // Cafe Sol is a cafe, but Barbecue Factory no restaurant.
        const isHead = isHeadWord || (isBeginning && !isContradicted && phrase.called.has(id));
        // Medical Centre in the category Doctors is no hospital, which it could be without one.
        const isExplained = agreed.length > 0 && !agreed.includes(id);
        const isNamed = phrase.isSafe && isHead && !isExplained && !isBorrowed;
        (isNamed ? kinds.named : kinds.weak).push(id);
      }
      kinds.sure.push(...agreed);
    }
    return kinds;
  }

  /** The phrases of a name, each part of which has heads of its own: `Hansen Bakery, Peter` and `Hansen, Bakery Peter` are bakeries. */
  private phrasesOfName(name: string, address: NonNullable<PlaceRecord['address']>) {
    const parts = name.split(', ').map(kindWords);
    const isSkipped = isOfAddress(parts.flat(), address);
    return parts.flatMap((words) => {
      const phrases = this.phrasesIn(words, isSkipped.splice(0, words.length));
      if (phrases.length === 0) return [];
      const { heads, beginning } = this.heads.of(words, phrases, (rest) => saysNothingElse(rest, address));
      return phrases.map((phrase) => ({ phrase, isHead: heads.has(phrase), isBeginning: phrase === beginning }));
    });
  }

  /** @param isSkipped for each word, whether no phrase begins there */
  private phrasesIn(words: readonly string[], isSkipped: readonly boolean[]): PhraseOfName[] {
    const found: PhraseOfName[] = [];
    for (let from = 0; from < words.length;) {
      const phrase = isSkipped[from] === true ? undefined : this.phraseAt(words, from);
      from = phrase?.end ?? from + 1;
      if (phrase) found.push(phrase);
    }
    return found;
  }

  private phraseAt(words: readonly string[], from: number): PhraseOfName | undefined {
    const named = this.catalogue.kindsNamed(words, from, { languages: this.languages });
    if (named) {
      const { end, kinds } = named;
      const isFirst = from === 0 && kinds.some(({ languages }) => languages.some((one) => this.hasKindFirst(one)));
      // A hairdresser is a `kapper` in the Netherlands, but Kapper Antik in Denmark is none.
      const isForeign = this.country !== undefined && kinds.every(({ languages }) => !this.readsOneOf(languages));
      const isSafe = !isForeign && !isUnsafeInNames(words.slice(from, end).join(' '));
      const called = new Set(kinds.filter(({ strength }) => strength === 'name').map(({ id }) => id));
      return { from, end, kinds: kinds.map(({ id }) => id), called, isFirst, isCompound: false, isSafe };
    }
    const ofCompound = this.kindsOfCompound(words[from] ?? '');
    const others = { called: new Set<string>(), isFirst: false };
    if (ofCompound) return { from, end: from + 1, kinds: ofCompound, ...others, isCompound: true, isSafe: true };
    for (let end = Math.min(words.length, from + MAX_HINT_WORDS); end > from; end -= 1) {
      const hinted = this.hints.get(words.slice(from, end).join(' '));
      if (hinted) return { from, end, kinds: hinted, ...others, isCompound: false, isSafe: false };
    }
    return undefined;
  }

  /** @param languages of a word; none if it is a word of all languages */
  private readsOneOf(languages: readonly string[]): boolean {
    if (languages.length === 0) return true;
    return this.languages.some((own) => languages.some((one) => own === one || own.startsWith(`${one}-`)));
  }

  private hasKindFirst(language: string): boolean {
    return kindFirstLanguages.has(language) && this.languages.includes(language);
  }

  private kindsOfCompound(word: string): readonly string[] | undefined {
    if (this.lastParts.size === 0 || word.length < MIN_LETTERS.last + MIN_LETTERS.before || !IS_WORD.test(word))
      return undefined;
    const forms = [word, ...basicForms(word).keys()];
    if (forms.some(endsWithoutKind)) return undefined;
    for (const form of forms)
      for (let at = MIN_LETTERS.before; at <= form.length - MIN_LETTERS.last; at += 1) {
        const kinds = this.lastParts.get(form.slice(at));
        if (kinds) return kinds;
      }
    return undefined;
  }
}

const IS_WORD = /^\p{L}+$/u;

function endsWithoutKind(word: string): boolean {
  return Array.from(word, (_, at) => word.slice(at)).some((end) => noCompounds.has(end));
}

/** Which words of a name say what the place is: `Bakery` in Museum Bakery, both in Bakery & Cafe, `School` in School of Music. */
class NameHeads {
  private readonly andWords: ReadonlySet<string>;

  constructor(languages: readonly string[]) {
    this.andWords = new Set(languages.flatMap(andWordsOf));
  }

  /**
   * @param isEmpty whether words behind a kind say nothing more about it: Museum Bakery Ltd
   * @returns the heads; if there are none, the phrase with which the name begins
   */
  of(words: readonly string[], phrases: readonly PhraseOfName[], isEmpty: (rest: readonly string[]) => boolean) {
    // Of the chains, Friends of the Library has none, and Cafe at the Museum one.
    const chains = this.chainsOf(words, phrases).filter(([first]) => first && !this.isObject(words, first.from));
    const [first] = chains;
    const endOf = (chain: readonly PhraseOfName[]): number => chain.at(-1)?.end ?? 0;
    const rules: ((chain: readonly PhraseOfName[]) => boolean)[] = [
      (chain) => chain[0]?.isFirst === true,
      (chain) => isEmpty(words.slice(endOf(chain))),
      ({ length }) => length > 1,
      (chain) => this.isPreposition(words[endOf(chain)]),
    ];
    const heads = rules.map((rule) => chains.filter(rule)).find(({ length }) => length > 0) ?? [];
    const [begin] = first ?? [];
    const beginning = chains.length === 1 && begin?.from === 0 && !begin.isCompound ? begin : undefined;
    return { heads: new Set(heads.flat()), beginning };
  }

  /** Phrases with only `and` between them are one chain. */
  private chainsOf(words: readonly string[], phrases: readonly PhraseOfName[]): PhraseOfName[][] {
    const chains: PhraseOfName[][] = [];
    for (const phrase of phrases) {
      const last = chains.at(-1);
      const isLinked = last?.at(-1)?.end === phrase.from - 1 && this.andWords.has(words[phrase.from - 1] ?? '');
      if (last && isLinked) last.push(phrase);
      else chains.push([phrase]);
    }
    return chains;
  }

  /** Whether prepositions and articles lead to a word from a word before them. */
  private isObject(words: readonly string[], at: number): boolean {
    let before = at;
    while (before > 0 && this.isPreposition(words[before - 1])) before -= 1;
    return before > 0 && before < at;
  }

  private isPreposition(word = ''): boolean {
    return isLinkWord(word) && !this.andWords.has(word);
  }
}

/** The words for `and` and `or` between two others: `e` and `ou` in Portuguese. */
function andWordsOf(language: string): string[] {
  return (['conjunction', 'disjunction'] as const).flatMap((type) => {
    const parts = new Intl.ListFormat(language, { type }).formatToParts(['', '']);
    return parts.flatMap((part) => (part.type === 'literal' ? foldedWords(part.value) : []));
  });
}

/** For each word of a name, whether it is of a whole part of the address: `Church Street` at 5 Church Street. Not if all words are. */
function isOfAddress(words: readonly string[], address: NonNullable<PlaceRecord['address']>): boolean[] {
  const isOf = words.map(() => false);
  for (const text of Object.values(address)) {
    const part = foldedWords(text ?? '').filter((word) => !/\d/u.test(word));
    if (part.length === 0) continue;
    for (const from of words.keys())
      if (part.every((word, at) => words[from + at] === word)) isOf.fill(true, from, from + part.length);
  }
  return isOf.every(Boolean) ? words.map(() => false) : isOf;
}

/** Whether a place may be of both kinds because one is the other, a narrower one, or the same to people. */
function agree(one: string, other: string): boolean {
  return one === other || [one, ...kindsRelatedTo(one).same].some((id) => isWithin(id, other) || isWithin(other, id));
}

function isWithin(id: string, broader: string): boolean {
  return id === broader || id.startsWith(`${broader}/`);
}
