import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SynonymMatch } from '../words/synonyms.js';
import { push } from '../multimap.js';
import { foldedPhrase, foldedWords } from '../words/words.js';
import { basicForms, firstLettersOf, keepsFirstLetters } from './inflections.js';
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
  /** The kinds that the phrase names, the best first. `chemist` names pharmacies and drugstores equally well. */
  readonly kinds: readonly KindMatch[];
  /** Kinds that the phrase may also name: in another language, or less clearly. */
  readonly others: readonly KindMatch[];
}

export interface KindOptions {
  /** Preferred languages (`pt`): their words come first. Without any, all languages are equal. */
  readonly languages?: readonly string[];
  /** The synonyms that `SEARCH_SYNONYMS` has for the words. They replace what the words mean in other languages. */
  readonly synonyms?: readonly SynonymMatch[];
  /**
   * Whose terms name kinds, too. A third of all terms are everyday words (`play` for theatres), so use them only if nothing else is found.
   * Their first use takes some tenths of a second, those of the preferred languages some hundredths.
   */
  readonly terms?: 'all languages' | 'preferred languages';
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
  readonly index: number;
}

const strengths: readonly Strength[] = ['name', 'alias', 'term'];

const TERM = 2;

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

  private readonly kinds: Kind[] = [];
  private readonly byId = new Map<string, number>();
  private readonly languageCodes: string[] = [];
  /** For each folded phrase: its kinds with strength and language, packed into numbers. */
  private readonly entries = new Map<string, number | number[]>();
  /** Phrases of two words, written as one. */
  private readonly joined = new Map<string, string>();
  /** All words of phrases. No other word needs to be looked up. */
  private readonly vocabulary = new Set<string>();
  /** Built when it is first needed. */
  private idsByTag: ReadonlyMap<string, readonly string[]> | undefined;
  /** The first letters of these words, and of phrases of two words as one: most pairs of words begin otherwise. */
  private readonly firstLetters = new Set<string>();
  /** The forms of words that were looked up lately. */
  private readonly formsByWord = new Map<string, Forms>();
  /** Each kind with all broader ones. */
  private readonly levelsById = new Map<string, readonly string[]>();
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
      if (id.startsWith(CUISINE) && !this.byId.has(id))
        this.addKind(id, [`amenity=restaurant+cuisine=${id.slice(CUISINE.length)}`], own);
  }

  /** Adds a kind. Its hand-written words come before the words of the generated file. */
  private addKind(id: string, tags: readonly string[], own: ReturnType<typeof parseWords>): Kind {
    const kind = { id, tags, index: this.kinds.length, names: new Map<string, NamesInLanguage>() };
    this.byId.set(id, kind.index);
    this.kinds.push(kind);
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
    const rank = strengths.indexOf(strength);
    const entry = (kind.index * strengths.length + rank) * MAX_LANGUAGES + this.numberOf(language);
    const { phrases, texts: written } = this.namesOf(kind, language);
    for (const text of texts) {
      const words = language === EMOJI ? kindWords(text) : foldedWords(text);
      if (words.length === 0 || words.length > MAX_WORDS || isTrap(words)) continue;
      const phrase = words.join(' ');
      if (strength !== 'term' && !phrases.includes(phrase)) {
        phrases.push(phrase);
        written.push(text);
      }
      this.addPhrase(phrase, words, entry);
    }
  }

  /** Reads the terms that `kindsNamed` needs with these options, unless they are read. */
  readTerms({ terms, languages = [] }: KindOptions): void {
    if (terms === undefined || this.unreadTerms.size === 0) return;
    for (const language of terms === 'all languages' ? [...this.unreadTerms.keys()] : languages) {
      const unread = this.unreadTerms.get(language) ?? [];
      this.unreadTerms.delete(language);
      for (const { kind, texts } of unread) this.addPhrases(kind, language, 'term', texts.split('|'));
      if (unread.length > 0) this.formsByWord.clear();
    }
  }

  private addPhrase(phrase: string, words: readonly string[], entry: number): void {
    const entries = this.entries.get(phrase);
    if (entries === undefined) {
      this.entries.set(phrase, entry);
      const isPair = words.length === 2 && mayBeOneWord(words);
      if (isPair) this.joined.set(words.join(''), phrase);
      for (const word of words) this.vocabulary.add(word);
      for (const word of isPair ? [...words, words.join('')] : words) this.firstLetters.add(firstLettersOf(word));
    } else if (typeof entries === 'number') {
      if (entries !== entry) this.entries.set(phrase, [entries, entry]);
    } else if (!entries.includes(entry)) entries.push(entry);
  }

  private numberOf(language: string): number {
    const index = this.languageCodes.indexOf(language);
    return index === -1 ? this.languageCodes.push(language) - 1 : index;
  }

  /** The ids of all kinds. */
  get ids(): readonly string[] {
    return this.kinds.map(({ id }) => id);
  }

  /** The tags of OpenStreetMap for a kind. Any of them is enough. Each is `key=value`, or several of these joined by `+`. */
  tagsOf(id: string): readonly string[] {
    return this.kindOf(id)?.tags ?? [];
  }

  /** The kinds of a tag of OpenStreetMap: `amenity=dentist`. Those of a cuisine may need further tags: `cuisine=pizza`. */
  kindsOfTag(tag: string): readonly string[] {
    this.idsByTag ??= this.readTags();
    return this.idsByTag.get(tag) ?? [];
  }

  private readTags(): ReadonlyMap<string, readonly string[]> {
    const ids = new Map<string, string[]>();
    for (const kind of this.kinds) {
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
    return this.kindOf(id)?.names.get(sameLanguage[language] ?? language);
  }

  private kindOf(id: string): Kind | undefined {
    return this.kinds[this.byId.get(id) ?? -1];
  }

  /** These kinds, all narrower kinds, and all kinds that people take for the same: pizzerias and pizza to take away. */
  withNarrower(ids: readonly string[]): readonly string[] {
    const same = ids.flatMap((id) => [id, ...kindsRelatedTo(id).same]);
    const all = same.flatMap((id) => this.kinds.map((kind) => kind.id).filter((other) => isWithin(other, id)));
    return [...new Set([...same.filter((id) => this.byId.has(id)), ...all])];
  }

  /** These kinds and all broader kinds of the catalogue: `amenity/fast_food` for `amenity/fast_food/burger`. */
  withBroader(ids: readonly string[]): string[] {
    return ids.length === 0 ? [] : [...new Set(ids.flatMap((id) => this.levelsOf(id)))];
  }

  private levelsOf(id: string): readonly string[] {
    const known = this.levelsById.get(id);
    if (known) return known;
    const parts = id.split('/');
    const levels = parts.map((_, at) => parts.slice(0, at + 1).join('/')).filter((level) => this.byId.has(level));
    if (this.byId.has(id)) this.levelsById.set(id, levels);
    return levels;
  }

  /** Kinds that people may accept instead, although they fit less: bars for pubs, beauty salons for hairdressers. */
  alternativesTo(ids: readonly string[]): readonly string[] {
    const own = new Set(this.withNarrower(ids));
    return [...new Set(ids.flatMap((id) => kindsRelatedTo(id).weak))].filter((id) => this.byId.has(id) && !own.has(id));
  }

  /**
   * The longest phrase that starts at a word and names kinds. Names and aliases come before terms of any length.
   *
   * @param words of `kindWords` or `foldedWords`
   */
  kindsNamed(words: readonly string[], from: number, options: KindOptions = {}): KindPhrase | undefined {
    this.readTerms(options);
    const own = this.longestAt(words, from, options);
    const synonym = options.synonyms?.find((match) => match.from === from && match.end >= (own?.end ?? 0));
    const phrase = (synonym && this.ofSynonym(words, synonym, options, own)) ?? own;
    // Of `chemist's`.
    return phrase && words[phrase.end] === 's' ? { ...phrase, end: phrase.end + 1 } : phrase;
  }

  /** The kinds that the words as typed name in preferred languages, then those that the texts of a synonym name. */
  private ofSynonym(
    words: readonly string[],
    { from, end: to, texts }: SynonymMatch,
    options: KindOptions,
    own: KindPhrase | undefined,
  ): KindPhrase | undefined {
    if (isTrap(words.slice(from, to))) return undefined;
    const found = texts.flatMap((text) => {
      const other = foldedWords(text);
      const phrase = this.matchesOf(other, options);
      return phrase.kinds.filter(({ strength }) => strength !== 'term');
    });
    if (found.length === 0) return undefined;
    const mine = own?.end === to ? own : undefined;
    // The words as typed keep their kinds in preferred languages.
    const typed = (mine?.kinds ?? []).filter((match) => match.strength !== 'term' && isIn(match, options.languages));
    const kinds = distinct([...typed, ...found.map(({ id }) => ({ id, strength: 'name' as const, languages: [] }))]);
    return { end: to, kinds, others: without([...(mine?.kinds ?? []), ...(mine?.others ?? [])], kinds) };
  }

  private longestAt(words: readonly string[], from: number, options: KindOptions): KindPhrase | undefined {
    const forms: Forms[] = [];
    for (const word of words.slice(from, from + MAX_WORDS)) {
      const known = this.formsOf(word);
      // The two words may be one: `super market`.
      const isPart = forms.length < 2 && this.joinedForms(words.slice(from, from + 2)).size > 0;
      if (known.size === 0 && !isPart) break;
      forms.push(known);
    }
    let term: KindPhrase | undefined;
    for (let count = forms.length; count > 0; count -= 1) {
      if (isTrap(words.slice(from, from + count))) continue;
      const phrase = this.matchesOf(words.slice(from, from + count), options, forms.slice(0, count));
      const end = from + count;
      if (phrase.kinds.some(({ strength }) => strength !== 'term')) return { end, ...phrase };
      if (phrase.kinds.length > 0) term ??= { end, ...phrase };
    }
    return term;
  }

  /** The word and its basic forms, if phrases have them. Without languages, the word itself. */
  private formsOf(word: string): Forms {
    const known = this.formsByWord.get(word);
    if (known) return known;
    const forms = new Map<string, ReadonlySet<string> | undefined>();
    const isKnown = (form: string) => this.vocabulary.has(form) || this.joined.has(form);
    if (isKnown(word)) forms.set(word, undefined);
    for (const [form, languages] of basicForms(word)) if (isKnown(form)) forms.set(form, languages);
    if (this.formsByWord.size >= MAX_CACHED_WORDS) this.formsByWord.clear();
    this.formsByWord.set(word, forms);
    return forms;
  }

  private joinedForms(words: readonly string[]): Forms {
    if (words.length !== 2) return NO_FORMS;
    const word = words.join('');
    const isOther = keepsFirstLetters(word) && !this.firstLetters.has(firstLettersOf(word));
    return isOther || !mayBeOneWord(words) ? NO_FORMS : this.formsOf(word);
  }

  private matchesOf(
    words: readonly string[],
    { languages, terms }: KindOptions,
    forms = words.map((word) => this.formsOf(word)),
  ): Omit<KindPhrase, 'end'> {
    const preferred =
      languages === undefined ? undefined : new Set([...languages, EMOJI].map((one) => sameLanguage[one] ?? one));
    const found = new Map<string, { id: string; rank: number; tier: number; languages: string[] }>();
    for (const { phrase, within } of this.spellingsOf(words, forms))
      for (const entry of this.entriesOf(phrase)) {
        const language = this.languageCodes[entry % MAX_LANGUAGES] ?? '';
        if (within && !within.has(language)) continue;
        const rank = rankOf(entry);
        if (rank === TERM && (terms === undefined || (terms === 'preferred languages' && !preferred?.has(language))))
          continue;
        if (preferred && !preferred.has(language) && isWeakAbroad(words, rank, language, within !== undefined))
          continue;
        const id = this.kinds[kindOf(entry)]?.id ?? '';
        const tier = tierOf(rank, preferred?.has(language) ?? true, within !== undefined);
        const known = found.get(id);
        if (known === undefined || known.tier > tier) found.set(id, { id, rank, tier, languages: [language] });
        else if (known.tier === tier && !known.languages.includes(language)) known.languages.push(language);
      }
    const sorted = [...found.values()].sort((a, b) => a.tier - b.tier || b.languages.length - a.languages.length);
    const best = sorted[0]?.tier;
    const toMatch = (match: (typeof sorted)[number]): KindMatch => ({
      id: match.id,
      strength: strengths[match.rank] ?? 'term',
      languages: match.languages.filter((language) => language !== EMOJI),
    });
    return {
      kinds: sorted.filter(({ tier }) => tier === best).map(toMatch),
      others: sorted.filter(({ tier }) => tier !== best).map(toMatch),
    };
  }

  /** The phrases that words may stand for, with the languages in which they may. For the words as typed, all languages. */
  private *spellingsOf(
    words: readonly string[],
    forms: readonly Forms[],
  ): Generator<{ phrase: string; within?: ReadonlySet<string> | undefined }> {
    yield { phrase: words.join(' ') };
    for (const [phrase, within] of this.joinedForms(words)) yield { phrase, within };
    const last = words.length - 1;
    for (const [form, within] of forms[last] ?? [])
      if (within) yield { phrase: [...words.slice(0, last), form].join(' '), within };
    if (last === 0) return;
    for (const [first, within] of forms[0] ?? []) {
      if (within === undefined) continue;
      yield { phrase: [first, ...words.slice(1)].join(' '), within };
      for (const [form, also] of forms[last] ?? [])
        if (also)
          yield {
            phrase: [first, ...words.slice(1, last), form].join(' '),
            within: new Set([...within].filter((language) => also.has(language))),
          };
    }
  }

  private *entriesOf(phrase: string): Generator<number> {
    const apart = this.joined.get(phrase);
    for (const key of apart === undefined ? [phrase] : [phrase, apart]) {
      const entries = this.entries.get(key);
      if (typeof entries === 'number') yield entries;
      else if (entries) yield* entries;
    }
  }
}

/** More languages than the file has. */
const MAX_LANGUAGES = 256;

function rankOf(entry: number): number {
  return Math.floor(entry / MAX_LANGUAGES) % strengths.length;
}

function kindOf(entry: number): number {
  return Math.floor(entry / MAX_LANGUAGES / strengths.length);
}

/**
 * The lower the better: names, then aliases of a preferred language, names and aliases of all other languages, then terms. A form of a word
 * comes after the word itself.
 */
function tierOf(rank: number, isPreferred: boolean, isForm: boolean): number {
  const isTerm = rank === TERM;
  const tier = isTerm ? (isPreferred ? 4 : 5) : isPreferred ? rank : rank + 2;
  return tier * 2 + (isForm ? 1 : 0);
}

/** Short words of these languages name kinds everywhere: `bar`, `kro`, `gare`. Short words of other languages are names too often. */
const wellKnown: ReadonlySet<string> = new Set(['en', 'pt', 'es', 'da', 'nb', 'sv', 'de', 'fr', 'it', 'nl']);

/** Whether a word of a language that is not preferred is too short for a kind. For English, `parker` is no plural of the Danish `park`. */
function isWeakAbroad(words: readonly string[], rank: number, language: string, isForm: boolean): boolean {
  const [word = ''] = words;
  if (words.length > 1 || !/^\p{Script=Latin}+$/u.test(word)) return false;
  return isForm ? rank === TERM || word.length < 7 : word.length < 5 && !wellKnown.has(language);
}

/** `st a` is not `sta`. */
function mayBeOneWord(words: readonly string[]): boolean {
  return words.every((word) => word.length > 2 && /^\p{Script=Latin}+$/u.test(word));
}

function isWithin(id: string, broader: string): boolean {
  return id === broader || id.startsWith(`${broader}/`);
}

function distinct(matches: readonly KindMatch[]): KindMatch[] {
  return matches.filter(({ id }, index) => matches.findIndex((other) => other.id === id) === index);
}

function isIn({ languages }: KindMatch, preferred: readonly string[] | undefined): boolean {
  return (
    preferred === undefined || languages.length === 0 || languages.some((language) => preferred.includes(language))
  );
}

function without(matches: readonly KindMatch[], others: readonly KindMatch[]): KindMatch[] {
  return matches.filter(({ id }) => !others.some((other) => other.id === id));
}
