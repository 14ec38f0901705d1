import { Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { inChunks } from '../../concurrency/chunks.js';
import { CacheVersions } from '../../response-cache/dependencies.js';
import { categoryKey, type Named, type PlaceRecord } from '../place.js';
import { type KindDefinition, type KindNames } from '../words/catalogues.js';
import { fold } from '../words/fold.js';
import { editDistance, foldedPhrase, foldedWords } from '../words/words.js';
import { SynonymFile } from '../synonyms/synonym-file.js';
import { CategoryKinds, type NamedCategory } from './category-kinds.js';
import { basicForms } from './inflections.js';
import { KindCatalogue, type KindPhrase } from './kind-catalogue.js';
import { isTrap, kindWords } from './kind-words.js';
import { compoundingLanguages } from './name-words.js';
import { kindsRelatedTo } from './related-kinds.js';

/** Definitions of kinds that stay in memory. Making one takes a millisecond. */
const MAX_DEFINITIONS = 5000;

/** A category of more kinds keeps its own name, which is shorter than the names of all its kinds. */
const MAX_LABEL_KINDS = 2;

/** Words that name more kinds mean what the first one says: things to do are attractions. */
const MAX_NAMED_KINDS = 3;

/** No synonym has more words. */
const MAX_SYNONYM_WORDS = 6;

/** No phrase has more words. */
const MAX_PHRASE_KEYS = 10;

/** Of the kinds for things to do, `tourism/attraction` says what all are. */
function attractionFirst(ids: readonly string[]): string[] {
  const isOther = (id: string): number => Number(id !== 'tourism/attraction');
  return ids.toSorted((a, b) => isOther(a) - isOther(b));
}

/** A shorter word has too many others like it. */
const MIN_MISSPELT_LETTERS = 5;

/** A shorter word has too many others that differ in two letters. */
const MIN_TWICE_MISSPELT_LETTERS = 9;

/** Shorter parts of words are too often something else. */
const MIN_MODIFIER_LETTERS = 3;
const MIN_HEAD_LETTERS = 4;

/** The parts of compounds of a language. */
interface CompoundParts {
  /** Words that name a kind by themselves. */
  readonly heads: ReadonlySet<string>;
  /** All words of names of kinds. Those in English are a part of any language: `steak`. */
  readonly modifiers: ReadonlySet<string>;
}

/**
 * The names of kinds and of categories in the languages of the data (docs/kinds.md). `AreaRefresh` loads them. Until then there are none,
 * and searches take the names of kinds for words.
 */
@Injectable()
export class Kinds implements KindNames {
  private readonly catalogue = KindCatalogue.load();
  private categoryKinds: CategoryKinds | undefined;
  private languages: readonly string[] = [];
  /** The kinds of each category and subcategory, by `categoryKey`. */
  private kindsByKey: ReadonlyMap<string, readonly string[]> = new Map();
  /** The part of them that all places of the category are. For a subcategory without any, that of its category. */
  private sureKindsByKey: ReadonlyMap<string, readonly string[]> = new Map();
  /** The words for kinds in the languages of the data, by their first letter. Few searches need them. */
  private wordsByLetter: ReadonlyMap<string, readonly string[]> | undefined;
  private compoundParts: readonly CompoundParts[] | undefined;
  private loads = 0;
  readonly withHints: KindNames = {
    longestKindAt: (keys, from) => this.kindAt(keys, from, true),
    areOnlyKinds: (words) => this.areOnlyKinds(words),
    spellingsLike: (word) => this.spellingsLike(word),
  };
  private readonly definitions = new LRUCache<string, KindDefinition>({ max: MAX_DEFINITIONS });

  constructor(
    private readonly synonyms: SynonymFile,
    @Optional() versions?: CacheVersions,
  ) {
    versions?.register('kinds', { current: () => String(this.loads) });
  }

  /** @param languages of the data and English (`languagesOf`): words for kinds in these languages come first */
  async replace(categories: readonly NamedCategory[], languages: readonly string[]): Promise<void> {
    // It remembers the categories that it has read.
    const known = languages.join() === this.languages.join() ? this.categoryKinds : undefined;
    const categoryKinds = known ?? new CategoryKinds(this.catalogue, languages);
    const kindsByKey = new Map<string, readonly string[]>();
    const sureKindsByKey = new Map<string, readonly string[]>();
    const all = categories.flatMap((category) =>
      [undefined, ...category.subcategories].map((subcategory) => ({ category, subcategory })),
    );
    // Each takes up to a millisecond.
    await inChunks(all, ({ category, subcategory }) => {
      const kinds = categoryKinds.kindsOf(category, subcategory);
      const key = categoryKey(category, subcategory);
      kindsByKey.set(key, kinds);
      const { sure } = categoryKinds.of({ ...category, ...(subcategory && { subcategory }) });
      sureKindsByKey.set(key, this.catalogue.withBroader(sure));
    });
    await inChunks(languages, (language) => {
      this.catalogue.readTerms(language);
    });
    this.languages = languages;
    this.categoryKinds = categoryKinds;
    this.kindsByKey = kindsByKey;
    this.sureKindsByKey = sureKindsByKey;
    this.definitions.clear();
    this.wordsByLetter = undefined;
    this.compoundParts = undefined;
    this.loads += 1;
  }

  /** Changes with each load of the categories: labels depend on them. */
  get version(): number {
    return this.loads;
  }

  /**
   * The names of the kinds of a category, or of its subcategory, in a language. They stand for the name of the category, so that
   * readers see one name for one kind.
   *
   * @param language such as `pt`
   * @returns undefined if the category is already named in the language (but for accents, `Cafe`, and plurals, `Museums`), is general,
   *   or has no known kind
   */
  labelOf(language: string, category: Named, subcategory?: Named): string | undefined {
    const labels = this.labelsIn(language, categoryKey(category, subcategory), (subcategory ?? category).name);
    return labels.length === 0 ? undefined : labels.join(', ');
  }

  /** What a category, or a subcategory, is called in the languages of the data, beside its name. @param key see `readCategoryKey` */
  labelsOf(key: string, name: string): readonly string[] {
    return [...new Set(this.languages.flatMap((language) => this.labelsIn(language, key, name)))];
  }

  /** All that people call the kinds of a category in the languages of the data: `coffee shop` for cafes. A general category has none. */
  aliasesOf(key: string): readonly string[] {
    const kinds = this.kindsByKey.get(key) ?? [];
    if (kinds.length > MAX_LABEL_KINDS) return [];
    return [...new Set(kinds.flatMap((id) => this.languages.flatMap((one) => this.catalogue.textsOf(id, one))))];
  }

  /** The kinds that all places of a category have by it, with the broader ones. @param key see `readCategoryKey` */
  sureKindsOf(key: string): readonly string[] {
    return this.sureKindsByKey.get(key) ?? [];
  }

  /** The kinds of the categories of a place. */
  kindsOf(categories: PlaceRecord['categories']): readonly string[] {
    return categories.flatMap((category) => {
      const { sure = [], likely = [] } = this.categoryKinds?.of(category) ?? {};
      return [...sure, ...likely];
    });
  }

  /** The names of the kinds in the language; none if the category is already named in it. */
  private labelsIn(language: string, key: string, name: string): readonly string[] {
    const kinds = this.kindsByKey.get(key) ?? [];
    if (kinds.length === 0 || kinds.length > MAX_LABEL_KINDS) return [];
    const labels = kinds.flatMap((id) => this.catalogue.labelIn(id, language) ?? []);
    if (this.isNamedIn(language, name))
      return labels.filter((label) => isWrittenAlike(name, label) || isPluralOf(name, label, language)).slice(0, 1);
    // `Museu de Arte` says more than `Museu`.
    if (labels.length < kinds.length || labels.some((label) => saysLess(label, name))) return [];
    return [...new Set(labels)];
  }

  /** Whether a category is named in a language. Only a real name counts, because aliases in any language may be English words: `bakery`. */
  private isNamedIn(language: string, name: string): boolean {
    const words = kindWords(name);
    const own = this.catalogue.kindsNamed(words, 0, { languages: [language] });
    if (own?.end !== words.length) return false;
    return own.kinds.some(({ strength, languages }) => strength === 'name' && languages.includes(language));
  }

  longestKindAt(keys: readonly string[], from: number): { kind: KindDefinition; end: number } | undefined {
    return this.kindAt(keys, from, false);
  }

  private kindAt(
    keys: readonly string[],
    from: number,
    mayHint: boolean,
  ): { kind: KindDefinition; end: number } | undefined {
    if (!this.categoryKinds) return undefined;
    // In scripts without spaces, a word of the text is several words of the catalogue.
    const words = keys.slice(from, from + MAX_PHRASE_KEYS).flatMap((key) => key.split(' '));
    const phrase = this.phraseAt(words, mayHint);
    if (!phrase) return undefined;
    const end = endOf(keys, from, phrase.end);
    if (end === undefined) return undefined;
    const ids = phrase.kinds.map(({ id }) => id);
    const key = ids.join(' ');
    const kind = this.definitions.get(key) ?? this.definitionOf(attractionFirst(ids));
    this.definitions.set(key, kind);
    return kind && { kind, end };
  }

  areOnlyKinds(words: readonly string[]): boolean {
    let end = words.length === 1 && isTrap(words) ? 1 : 0;
    for (let found = this.longestKindAt(words, end); found; found = this.longestKindAt(words, end)) end = found.end;
    return end > 0 && end === words.length;
  }

  spellingsLike(word: string): readonly string[] {
    const byLetter = (this.wordsByLetter ??= this.readWords());
    // The singular of `restuarants` is like a word of the catalogue, which has few plurals.
    const basic = [...basicForms(word)].filter(([, of]) => this.languages.some((language) => of.has(language)));
    const forms = [word, ...basic.map(([form]) => form)].filter(({ length }) => length >= MIN_MISSPELT_LETTERS);
    if (forms.some((form) => byLetter.get(form.charAt(0))?.includes(form) === true)) return [];
    // Another ending is an error, too: `gardinen` is no `garden`.
    const near = (word.length < MIN_TWICE_MISSPELT_LETTERS ? forms.slice(0, 1) : forms).flatMap((form) => {
      const most = form.length < MIN_TWICE_MISSPELT_LETTERS ? 1 : 2;
      const words = byLetter.get(form.charAt(0)) ?? [];
      return words
        .map((like) => ({ like, edits: editDistance(form, like, most + 1) }))
        .filter(({ edits }) => edits <= most);
    });
    const like = near.toSorted((a, b) => a.edits - b.edits).map(({ like }) => like);
    return [...new Set([...like, ...this.compoundOf(word)])];
  }

  /** The two parts of a word that ends with the name of a kind, in languages that write both as one: `steak restaurant`. */
  private compoundOf(word: string): readonly string[] {
    const languages = (this.compoundParts ??= this.readCompoundParts());
    for (let at = MIN_MODIFIER_LETTERS; at <= word.length - MIN_HEAD_LETTERS; at += 1) {
      const [modifier, head] = [word.slice(0, at), word.slice(at)];
      // Nymphenburger Straße has no burgers.
      const isCompound = languages.some(({ heads, modifiers }) => heads.has(head) && modifiers.has(modifier));
      if (isCompound) return [`${modifier} ${head}`];
    }
    return [];
  }

  private readCompoundParts(): readonly CompoundParts[] {
    const english = this.phrasesIn('en');
    const languages = this.languages.filter((language) => compoundingLanguages.has(language));
    return languages.map((language) => {
      const own = this.phrasesIn(language);
      const heads = own.filter((phrase) => phrase.length >= MIN_HEAD_LETTERS && /^\p{L}+$/u.test(phrase));
      return { heads: new Set(heads), modifiers: new Set([...own, ...english].flatMap((one) => one.split(' '))) };
    });
  }

  /** The names and aliases of all kinds in a language. */
  private phrasesIn(language: string): readonly string[] {
    return this.catalogue.ids.flatMap((id) => this.catalogue.phrasesOf(id, language));
  }

  private readWords(): ReadonlyMap<string, readonly string[]> {
    const phrases = this.languages.flatMap((language) => this.phrasesIn(language));
    const words = [...new Set(phrases.flatMap((phrase) => phrase.split(' ')))].filter(
      (word) => word.length >= MIN_MISSPELT_LETTERS && /^\p{L}+$/u.test(word),
    );
    const letters = new Set(words.map((word) => word.charAt(0)));
    return new Map([...letters].map((letter) => [letter, words.filter((word) => word.startsWith(letter))]));
  }

  /** The longest phrase at the beginning that names kinds. If none does, it may be a synonym of one: `bottlo => liquor store`. */
  private phraseAt(words: readonly string[], withTerms: boolean): KindPhrase | undefined {
    const options = { languages: this.languages, withTerms };
    const known = this.catalogue.kindsNamed(words, 0, options);
    if (known) return known;
    const synonyms = this.synonyms.find(words.slice(0, MAX_SYNONYM_WORDS));
    const synonym = synonyms.find(({ from, end }) => from === 0 && !isTrap(words.slice(0, end)));
    const kinds = synonym?.texts.flatMap((text) => {
      const named = this.catalogue.kindsNamed(foldedWords(text), 0, options);
      return named?.end === foldedWords(text).length ? named.kinds : [];
    });
    return synonym && kinds && kinds.length > 0 ? { end: synonym.end, kinds } : undefined;
  }

  private definitionOf(kinds: readonly string[]): KindDefinition | undefined {
    const [id] = kinds;
    if (id === undefined) return undefined;
    const named = this.namedOf(kinds);
    const parent = id.split('/').slice(0, -1).join('/');
    const broader = parent.includes('/') ? this.definitionOf([parent]) : undefined;
    return {
      id,
      named,
      ids: [...new Set(kinds.flatMap((kind) => [kind, ...kindsRelatedTo(kind).same]))],
      idsWithNarrower: this.catalogue.withNarrower(kinds),
      name: this.catalogue.labelOf(id, ['en']),
      alternatives: this.catalogue.alternativesTo(kinds),
      ...(broader && { broaderKind: broader }),
    };
  }

  /** The kinds without those that an earlier one includes: coffee shops are cafes. */
  private namedOf(kinds: readonly string[]): readonly string[] {
    const named: string[] = [];
    for (const kind of kinds) if (!this.catalogue.withNarrower(named).includes(kind)) named.push(kind);
    return named.length > MAX_NAMED_KINDS ? named.slice(0, 1) : named;
  }
}

/** The position after the key with which a number of words ends; undefined if they end within a key. A key may have several words. */
function endOf(keys: readonly string[], from: number, words: number): number | undefined {
  let count = 0;
  for (let end = from; end < keys.length;) {
    count += (keys[end] ?? '').split(' ').length;
    end += 1;
    if (count >= words) return count === words ? end : undefined;
  }
  return undefined;
}

/** Whether a name says a part of another one. */
function saysLess(name: string, other: string): boolean {
  const [words, others] = [foldedWords(name), foldedWords(other)];
  return words.length < others.length && words.every((word) => others.includes(word));
}

/** Whether a name is the plural of a label of one word: `Museus` of `Museu`. */
function isPluralOf(name: string, label: string, language: string): boolean {
  return basicForms(foldedPhrase(name)).get(foldedPhrase(label))?.has(language) === true;
}

/** Whether a name is a label without its accents, or with other capitals: `Cafe` of `Café`, `Atm` of `ATM`. */
function isWrittenAlike(name: string, label: string): boolean {
  return name.toLowerCase() === fold(label) && name !== label;
}
