import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { push } from '../multimap.js';
import { foldedPhrase, foldedWords } from '../words/words.js';
import { basicForms } from './inflections.js';
import { CUISINE, EMOJI, isTrap, kindWords, labelFrom, parseCuisines, parseWords, partsOf } from './kind-words.js';
import { kindsRelatedTo } from './related-kinds.js';

/** How well a phrase names a kind. A term is only a hint: `slice` is a term for pizza. */
export type Strength = 'name' | 'alias' | 'term';

/** A kind that a phrase names. */
interface KindMatch {
  /** A preset of OpenStreetMap's editors: `amenity/dentist`. A second slash comes before a narrower kind. */
  readonly id: string;
  readonly strength: Strength;
  /** The languages (`pt`) in which the phrase names the kind. None for emoji and for synonyms of a file. */
  readonly languages: readonly string[];
}

/** A phrase that names kinds. */
export interface KindPhrase {
  /** The index after the last word. */
  readonly end: number;
  /** The kinds that the phrase names best. `chemist` names pharmacies and drugstores equally well. */
  readonly kinds: readonly KindMatch[];
}

export interface KindOptions {
  /** Preferred languages (`pt`): their words come first. Without any, all languages are equal. */
  readonly languages?: readonly string[];
  /** Whether terms in the preferred languages name kinds, too. Many are everyday words (`play`), so use them only if nothing else is found. */
  readonly withTerms?: boolean;
}

interface NamesInLanguage {
  label: string;
  phrases: string[];
  /** The phrases as written. */
  texts: string[];
}

interface Kind {
  readonly id: string;
  /** `amenity=restaurant+cuisine=pizza` */
  readonly tags: readonly string[];
  /** By language: the name for readers, and the folded names and aliases, the best first. */
  readonly names: Map<string, NamesInLanguage>;
}

/** What a phrase may name. All phrases for a kind in a language share one. */
interface Entry {
  readonly kind: Kind;
  readonly strength: Strength;
  readonly language: string;
}

/** The words of phrases that a word may be a form of, each with the languages in which it is one. */
type Forms = ReadonlyMap<string, ReadonlySet<string> | undefined>;

const NO_FORMS: Forms = new Map();

const MAX_CACHED_WORDS = 20_000;

/** The language of words that only names of places have: people search for an electrician, but names have `electrical`. */
export const OF_NAMES = 'names';

/** Languages for which the file has two codes. */
const sameLanguage: Readonly<Record<string, string>> = { no: 'nb', tl: 'fil' };

/** Pages in Portuguese use the names of Brazil. The search uses the lines of `pt`. */
const BRAZIL = 'pt-BR';

/** The most words of a phrase: nobody types more for a kind. Each character of Han and Hiragana is a word. */
const MAX_WORDS = 10;

/**
 * Kinds of places with their names in many languages: the names of the generated file `kinds.txt`, and the hand-written words of
 * `words.txt` and `cuisines.txt`. The catalogue never changes.
 */
export class KindCatalogue {
  private static loaded: KindCatalogue | undefined;

  private readonly kinds = new Map<string, Kind>();
  /** What each folded phrase names. */
  private readonly entries = new Map<string, Entry[]>();
  /** All words of phrases. No other word needs to be looked up. */
  private readonly vocabulary = new Set<string>();
  /** Built when it is first needed. */
  private idsByTag: ReadonlyMap<string, readonly string[]> | undefined;
  /** The forms of words that were looked up lately. */
  private readonly formsByWord = new LRUCache<string, Forms>({ max: MAX_CACHED_WORDS });
  /** Terms by language that are not parsed yet. They are two thirds of all phrases, and few languages are needed. */
  private readonly unreadTerms = new Map<string, { kind: Kind; texts: string }[]>();

  /** The catalogue of the service. Reads its files once. */
  static load(): KindCatalogue {
    const read = (name: string) => readFileSync(join(__dirname, name), 'utf8');
    return (KindCatalogue.loaded ??= new KindCatalogue(read('kinds.txt'), read('words.txt'), read('cuisines.txt')));
  }

  /** @param kinds the text of `kinds.txt` @param words the text of `words.txt` @param cuisines the text of `cuisines.txt` */
  constructor(kinds: string, words: string, cuisines = '') {
    const own = parseWords(words);
    for (const [id, languages] of parseCuisines(cuisines)) own.set(id, [...languages, ...(own.get(id) ?? [])]);
    let kind: Kind | undefined;
    for (const line of kinds.split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const [first = '', second = '', name = '', aliases = '', terms = ''] = line.split('\t');
      if (first !== '') kind = this.addKind(first, second.split('|'), own);
      else if (kind && second === BRAZIL) this.namesOf(kind, 'pt').label = labelFrom(name, 'pt');
      else if (kind) {
        const language = sameLanguage[second] ?? second;
        const [whole = '', ...parts] = partsOf(name);
        this.namesOf(kind, language).label = labelFrom(name, language);
        this.addPhrases(kind, language, 'name', [whole]);
        this.addPhrases(kind, language, 'alias', [...parts, ...aliases.split('|').flatMap(partsOf)]);
        if (terms !== '') push(this.unreadTerms, language, { kind, texts: terms });
      }
    }
    for (const id of own.keys())
      if (id.startsWith(CUISINE) && !this.kinds.has(id))
        this.addKind(id, [`amenity=restaurant+cuisine=${id.slice(CUISINE.length)}`], own);
  }

  /** Adds a kind. Its hand-written words come before the words of the generated file. */
  private addKind(id: string, tags: readonly string[], own: ReturnType<typeof parseWords>): Kind {
    const kind = { id, tags, names: new Map<string, NamesInLanguage>() };
    this.kinds.set(id, kind);
    for (const [language, texts] of own.get(id) ?? []) {
      const [label = ''] = texts;
      if (language === OF_NAMES) {
        kind.names.set(language, { label, phrases: texts.map(foldedPhrase), texts });
        continue;
      }
      this.namesOf(kind, language).label ||= labelFrom(label, language);
      this.addPhrases(kind, language, 'name', texts);
    }
    return kind;
  }

  private namesOf({ names }: Kind, language: string): NamesInLanguage {
    const known = names.get(language) ?? { label: '', phrases: [], texts: [] };
    names.set(language, known);
    return known;
  }

  private addPhrases(kind: Kind, language: string, strength: Strength, texts: readonly string[]): void {
    const entry = { kind, strength, language };
    const { phrases, texts: written } = this.namesOf(kind, language);
    for (const text of texts) {
      const words = language === EMOJI ? kindWords(text) : foldedWords(text);
      if (words.length === 0 || words.length > MAX_WORDS || isTrap(words)) continue;
      const phrase = words.join(' ');
      if (strength !== 'term' && !phrases.includes(phrase)) {
        phrases.push(phrase);
        written.push(text);
      }
      this.addPhrase(words, entry);
      // `guesthouse` is a guest house, too.
      if (mayBeOneWord(words)) this.addPhrase([words.join('')], entry);
    }
  }

  private addPhrase(words: readonly string[], entry: Entry): void {
    push(this.entries, words.join(' '), entry);
    for (const word of words) this.vocabulary.add(word);
  }

  /** Reads the terms of a language, unless they are read: `kindsNamed` needs them. */
  readTerms(language: string): void {
    const unread = this.unreadTerms.get(language);
    if (!unread) return;
    this.unreadTerms.delete(language);
    for (const { kind, texts } of unread) this.addPhrases(kind, language, 'term', texts.split('|'));
    this.formsByWord.clear();
  }

  /** The ids of all kinds. */
  get ids(): readonly string[] {
    return [...this.kinds.keys()];
  }

  /** The tags of OpenStreetMap for a kind. Any of them is enough. Each is `key=value`, or several of these joined by `+`. */
  tagsOf(id: string): readonly string[] {
    return this.kinds.get(id)?.tags ?? [];
  }

  /** The kinds of a tag of OpenStreetMap: `amenity=dentist`. Those of a cuisine may need further tags: `cuisine=pizza`. */
  kindsOfTag(tag: string): readonly string[] {
    this.idsByTag ??= this.readTags();
    return this.idsByTag.get(tag) ?? [];
  }

  private readTags(): ReadonlyMap<string, readonly string[]> {
    const ids = new Map<string, string[]>();
    for (const kind of this.kinds.values()) {
      const cuisines = kind.tags.flatMap((tags) => tags.split('+').filter((tag) => tag.startsWith('cuisine=')));
      for (const tag of new Set([...kind.tags, ...cuisines])) ids.set(tag, [...(ids.get(tag) ?? []), kind.id]);
    }
    return ids;
  }

  /** The name of a kind for readers of a language, if it has one. */
  labelIn(id: string, language: string): string | undefined {
    const label = this.namesOfKind(id, language)?.label;
    return label === '' ? undefined : label;
  }

  /** The name of a kind for readers of the first of these languages that has one, else in English, else its id. */
  labelOf(id: string, languages: readonly string[]): string {
    return [...languages, 'en'].map((language) => this.labelIn(id, language)).find((one) => one !== undefined) ?? id;
  }

  /** The folded names and aliases of a kind in a language, the best first. */
  phrasesOf(id: string, language: string): readonly string[] {
    return this.namesOfKind(id, language)?.phrases ?? [];
  }

  /** The same as written, with case and accents. */
  textsOf(id: string, language: string): readonly string[] {
    return this.namesOfKind(id, language)?.texts ?? [];
  }

  private namesOfKind(id: string, language: string): NamesInLanguage | undefined {
    return this.kinds.get(id)?.names.get(sameLanguage[language] ?? language);
  }

  /** These kinds, all narrower kinds, and all kinds that people take for the same: pizzerias and pizza to take away. */
  withNarrower(ids: readonly string[]): readonly string[] {
    const same = ids.flatMap((id) => [id, ...kindsRelatedTo(id).same]);
    const all = same.flatMap((id) => this.ids.filter((other) => isWithin(other, id)));
    return [...new Set([...same.filter((id) => this.kinds.has(id)), ...all])];
  }

  /** These kinds and all broader kinds of the catalogue: `amenity/fast_food` for `amenity/fast_food/burger`. */
  withBroader(ids: readonly string[]): string[] {
    const levels = ids.flatMap((id) => [...id.matchAll(/\/|$/gu)].map(({ index }) => id.slice(0, index)));
    return [...new Set(levels)].filter((level) => this.kinds.has(level));
  }

  /** Kinds that people may accept instead, although they fit less: bars for pubs, beauty salons for hairdressers. */
  alternativesTo(ids: readonly string[]): readonly string[] {
    const own = new Set(this.withNarrower(ids));
    return [...new Set(ids.flatMap((id) => kindsRelatedTo(id).weak))].filter(
      (id) => this.kinds.has(id) && !own.has(id),
    );
  }

  /**
   * The longest phrase that starts at a word and names kinds. Names and aliases come before terms of any length.
   *
   * @param words of `kindWords` or `foldedWords`
   */
  kindsNamed(words: readonly string[], from: number, options: KindOptions = {}): KindPhrase | undefined {
    if (options.withTerms) for (const language of options.languages ?? []) this.readTerms(language);
    const phrase = this.longestAt(words, from, options);
    // Of `chemist's`.
    return phrase && words[phrase.end] === 's' ? { ...phrase, end: phrase.end + 1 } : phrase;
  }

  private longestAt(words: readonly string[], from: number, options: KindOptions): KindPhrase | undefined {
    let known = 0;
    const isPart = (at: number): boolean => at < 2 && this.joinedForms(words.slice(from, from + 2)).size > 0;
    while (known < MAX_WORDS && (this.formsOf(words[from + known] ?? '').size > 0 || isPart(known))) known += 1;
    let term: KindPhrase | undefined;
    for (let end = from + known; end > from; end -= 1) {
      const kinds = this.kindsOfPhrase(words.slice(from, end), options);
      if (kinds.some(({ strength }) => strength !== 'term')) return { end, kinds };
      if (kinds.length > 0) term ??= { end, kinds };
    }
    return term;
  }

  /** The word and its basic forms, if phrases have them. Without languages, the word itself. */
  private formsOf(word: string): Forms {
    const known = this.formsByWord.get(word);
    if (known) return known;
    const all = [[word, undefined] as const, ...basicForms(word)];
    const forms = new Map(all.filter(([form]) => this.vocabulary.has(form)));
    this.formsByWord.set(word, forms);
    return forms;
  }

  /** Two words as one: `super market`. */
  private joinedForms(words: readonly string[]): Forms {
    const [first = '', last = ''] = words;
    if (!mayBeOneWord(words)) return NO_FORMS;
    const all = [[last, undefined] as const, ...this.formsOf(last)];
    const joined = all.map(([form, within]) => [first + form, within] as const);
    return new Map(joined.filter(([form]) => this.vocabulary.has(form)));
  }

  /** The kinds that all words together name best. */
  private kindsOfPhrase(words: readonly string[], { languages, withTerms = false }: KindOptions): KindMatch[] {
    if (isTrap(words)) return [];
    const preferred = languages && new Set([...languages, EMOJI].map((one) => sameLanguage[one] ?? one));
    const found = new Map<string, KindMatch & { readonly tier: number; readonly languages: string[] }>();
    for (const { phrase, within } of this.spellingsOf(words))
      for (const { kind, strength, language } of this.entries.get(phrase) ?? []) {
        if (within && !within.has(language)) continue;
        const isPreferred = preferred?.has(language) ?? true;
        if (strength === 'term' && !(withTerms && isPreferred)) continue;
        if (!isPreferred && isWeakAbroad(words, language, within !== undefined)) continue;
        const tier = tierOf(strength, isPreferred, within !== undefined);
        const known = found.get(kind.id);
        const own = language === EMOJI ? [] : [language];
        if (!known || known.tier > tier) found.set(kind.id, { id: kind.id, strength, tier, languages: own });
        else if (known.tier === tier && !known.languages.includes(language)) known.languages.push(...own);
      }
    const best = Math.min(...Array.from(found.values(), ({ tier }) => tier));
    return [...found.values()]
      .filter(({ tier }) => tier === best)
      .sort((a, b) => b.languages.length - a.languages.length)
      .map(({ tier: _, ...match }) => match);
  }

  /** The phrases that words may stand for, with the languages in which they may. For the words as typed, all languages. */
  private *spellingsOf(
    words: readonly string[],
  ): Generator<{ phrase: string; within?: ReadonlySet<string> | undefined }> {
    yield { phrase: words.join(' ') };
    for (const [phrase, within] of this.joinedForms(words)) yield { phrase, within };
    const [first = '', last = ''] = [words[0], words.at(-1)];
    const inner = words.slice(1, -1);
    for (const [form, within] of this.formsOf(last))
      if (within) yield { phrase: [...words.slice(0, -1), form].join(' '), within };
    if (words.length === 1) return;
    for (const [start, within] of this.formsOf(first)) {
      if (!within) continue;
      yield { phrase: [start, ...words.slice(1)].join(' '), within };
      for (const [form, also] of this.formsOf(last))
        if (also)
          yield {
            phrase: [start, ...inner, form].join(' '),
            within: new Set([...within].filter((one) => also.has(one))),
          };
    }
  }
}

/**
 * The lower the better: names, then aliases of a preferred language, names and aliases of all other languages, then terms. A form of a word
 * comes after the word itself.
 */
function tierOf(strength: Strength, isPreferred: boolean, isForm: boolean): number {
  const tier = ['name', 'alias', 'term'].indexOf(strength) + (isPreferred ? 0 : 2);
  return (strength === 'term' ? 4 : tier) * 2 + (isForm ? 1 : 0);
}

/** Short words of these languages name kinds everywhere: `bar`, `kro`, `gare`. Short words of other languages are names too often. */
const wellKnown: ReadonlySet<string> = new Set(['en', 'pt', 'es', 'da', 'nb', 'sv', 'de', 'fr', 'it', 'nl']);

/** Whether a word of a language that is not preferred is too short for a kind. For English, `parker` is no plural of the Danish `park`. */
function isWeakAbroad(words: readonly string[], language: string, isForm: boolean): boolean {
  const [word = ''] = words;
  if (words.length > 1 || !/^\p{Script=Latin}+$/u.test(word)) return false;
  return isForm ? word.length < 7 : word.length < 5 && !wellKnown.has(language);
}

/** `st a` is not `sta`. */
function mayBeOneWord(words: readonly string[]): boolean {
  return words.length === 2 && words.every((word) => word.length > 2 && /^\p{Script=Latin}+$/u.test(word));
}

function isWithin(id: string, broader: string): boolean {
  return id === broader || id.startsWith(`${broader}/`);
}
