import { createHash } from 'node:crypto';
import { type estypes } from '@elastic/elasticsearch';
import { FIELDS, type Field } from '../query/fields.js';
import { LIMITS } from '../query/parsing.js';
import { AS_WRITTEN } from '../body/search-body.js';
import { SEARCH_FIELDS, MAX_SHORT_PREFIX_LENGTH } from '../body/clauses.js';
import { kindsVersion } from '../kinds/place-kinds.js';
import { DOCUMENT_FORMAT } from './document.js';
import { foldedCharacters } from '../words/fold.js';
import { WORD_SEPARATORS } from '../words/words.js';
import { type IndexLanguages } from '../languages.js';
import { type SearchLanguage } from '../../config/values.js';

type Property = estypes.MappingProperty;

type Properties = Record<string, Property>;

/** The longest text whose UTF-8 form always fits into a term of Lucene (32,766 bytes). */
const MAX_KEYWORD_LENGTH = 8191;

const keyword = { type: 'keyword', ignore_above: MAX_KEYWORD_LENGTH } as const;

/** Type-ahead needs neither frequencies nor positions of prefixes. */
function prefixesOf(terms: 'word' | 'exact_name'): estypes.MappingTextProperty {
  const analyzers = { analyzer: `${terms}_prefixes`, search_analyzer: `${terms}_prefixes_search` };
  return { type: 'text', ...analyzers, index_options: 'docs', norms: false };
}

/** The words of several fields, which Elasticsearch copies here, and more spellings of them (`document.ts`). */
const words = { type: 'text', analyzer: 'split_on_punctuation', search_analyzer: 'without_punctuation' } as const;

/** Ranges of minutes (`opening-hours/place-hours.ts`). */
const minutes = { type: 'integer_range', doc_values: false } as const;

/** Has norms: most words are only matched here, so the length of the text must score as it does in `words`. */
const stems = { type: 'text', analyzer: 'stems', search_analyzer: 'stems_search' } as const;

/** Without norms and frequencies: only the presence of a stem counts. */
const nameStems = { ...stems, index_options: 'docs', norms: false } as const;

/** Without norms and frequencies: only the presence of a pair counts. */
const namePairs: estypes.MappingTextProperty = {
  ...{ type: 'text', analyzer: 'pairs', search_analyzer: 'without_punctuation' },
  ...{ index_options: 'docs' as const, norms: false },
};

/** A street has each word once or not at all. */
const streetWords: estypes.MappingTextProperty = { ...words, index_options: 'docs', norms: false };

/** Exact fields whose words `q` searches. */
const SEARCHED = /^(address|categories)\./;

function copiesOf(name: string): string | string[] {
  return name === 'address.street' ? [SEARCH_FIELDS.words, SEARCH_FIELDS.street] : SEARCH_FIELDS.words;
}

function property(field: Field): Property | undefined {
  switch (field.kind) {
    case 'text':
      if (field.existsField !== field.name && field.existsField !== undefined) return undefined;
      if (field.name !== 'name') return { type: 'text', analyzer: 'folded', norms: false };
      return {
        type: 'text',
        analyzer: 'folded',
        copy_to: [SEARCH_FIELDS.words, SEARCH_FIELDS.nameWords],
        fields: {
          folded: { ...keyword, normalizer: 'folded' },
          prefixes: prefixesOf('exact_name'),
          pairs: namePairs,
        },
      };
    case 'exact':
      return {
        ...keyword,
        normalizer: 'folded',
        ...(SEARCHED.test(field.name) && { copy_to: copiesOf(field.name) }),
        ...(!field.sortable && !field.facetable && { doc_values: false }),
        ...(field.facetable && { fields: { [AS_WRITTEN]: keyword } }),
      };
    case 'id':
      return keyword;
    case 'number':
      return { type: field.integer ? 'long' : 'double', ...(!field.sortable && { doc_values: false }) };
    case 'presence':
      return field.existsField === field.name ? { ...keyword, index: false } : undefined;
    case 'parent':
    case 'relevance':
    case 'distance':
    case 'open':
      return undefined;
  }
}

/** Adds a property at its path: `address.city` under `address`. */
function put(properties: Properties, [member, ...rest]: readonly string[], value: Property): Properties {
  if (member === undefined) return properties;
  if (rest.length === 0) return { ...properties, [member]: value };
  const parent = properties[member];
  const inner = parent !== undefined && 'properties' in parent ? parent.properties : undefined;
  return { ...properties, [member]: { properties: put(inner ?? {}, rest, value) } };
}

function properties(): Properties {
  const ofRecord = FIELDS.reduce<Properties>((all, field) => {
    const value = property(field);
    return value === undefined ? all : put(all, field.name.split('.'), value);
  }, {});
  const ofSearch: Properties = { [SEARCH_FIELDS.point]: { type: 'geo_point' } };
  ofSearch[SEARCH_FIELDS.words] = { ...words, fields: { stems } };
  ofSearch[SEARCH_FIELDS.nameWords] = {
    ...words,
    copy_to: SEARCH_FIELDS.words,
    fields: { prefixes: prefixesOf('word'), stems: nameStems },
  };
  ofSearch[SEARCH_FIELDS.exactNameWithoutPunctuation] = {
    ...{ ...keyword, normalizer: 'folded', doc_values: false },
    fields: { prefixes: prefixesOf('exact_name') },
  };
  ofSearch[SEARCH_FIELDS.street] = streetWords;
  ofSearch[SEARCH_FIELDS.houseNumber] = { type: 'integer' };
  ofSearch[SEARCH_FIELDS.otherNameWords] = {
    ...words,
    // Few places have further names, so the words of a common kind would seem rare.
    ...{ similarity: 'boolean', norms: false },
    copy_to: SEARCH_FIELDS.words,
    fields: { prefixes: prefixesOf('word') },
  };
  ofSearch[SEARCH_FIELDS.exactOtherNames] = {
    ...{ ...keyword, normalizer: 'folded', doc_values: false },
    fields: { prefixes: prefixesOf('exact_name') },
  };
  ofSearch[SEARCH_FIELDS.nameNumber] = { type: 'long', index: false };
  ofSearch[SEARCH_FIELDS.popularity] = { type: 'float' };
  ofSearch[SEARCH_FIELDS.timeZone] = keyword;
  const { openWeek, openExceptions, openDates, openKnown } = SEARCH_FIELDS;
  for (const path of [openWeek, openExceptions, openDates, openKnown]) ofSearch[path] = minutes;
  for (const path of [SEARCH_FIELDS.categoryKeys, SEARCH_FIELDS.narrowestKind])
    ofSearch[path] = { ...keyword, index: false };
  const { sureKinds, namedKinds, likelyKinds, weakKinds } = SEARCH_FIELDS;
  for (const path of [sureKinds, namedKinds, likelyKinds, weakKinds])
    ofSearch[path] = { ...keyword, doc_values: false };
  return Object.entries(ofSearch).reduce((all, [path, value]) => put(all, path.split('.'), value), ofRecord);
}

/**
 * `dynamic: false`: members that the catalogue does not have are stored and not searchable. Members that are only searched are
 * not stored.
 */
const mappings: estypes.MappingTypeMapping = {
  dynamic: false,
  _source: { excludes: ['search', 'kinds', SEARCH_FIELDS.point] },
  properties: properties(),
};

const settings = {
  // The last page, and one more place that tells whether another page follows.
  max_result_window: LIMITS.start + LIMITS.rows + 1,
  // How long Elasticsearch remembers the version of a deleted place, to reject an older state that arrives later.
  gc_deletes: '10m',
} satisfies estypes.IndicesIndexSettings;

interface IndexOptions extends IndexLanguages {
  readonly shards?: number;
  /** Replicas of each shard; without it they follow the number of nodes. */
  readonly replicas?: number | undefined;
}

/** The settings and mappings of a place index, derived from the catalogue of fields. */
export function indexDefinition({ shards = 1, replicas, languages, isProvisional = false }: IndexOptions) {
  const analysed = { analysis: analysisFor(languages), ...settings };
  // Changes when an index has to be rebuilt: with mapping, analysis, documents and the catalogue of kinds, not with the number of shards.
  const version = createHash('sha256')
    .update(JSON.stringify({ mappings, settings: analysed, document: DOCUMENT_FORMAT, kinds: kindsVersion() }))
    .digest('hex')
    .slice(0, 12);
  return {
    settings: { ...analysed, number_of_shards: shards, ...replicaSettings(replicas) },
    mappings: { ...mappings, _meta: { version, languages, isProvisional } },
  };
}

/** @param replicas of each shard; undefined: one on each further node, at most one */
export function replicaSettings(replicas: number | undefined) {
  if (replicas === undefined) return { auto_expand_replicas: '0-1' };
  return { auto_expand_replicas: 'false', number_of_replicas: replicas };
}

/** Type-ahead compares this many characters of a word. */
const MAX_PREFIX_LENGTH = 20;

/** Rules that fold each letter, mark and decimal digit as the service does. */
function foldingRules(): string[] {
  return foldedCharacters().map(([character, folded]) => `${allEscaped(character)} => ${allEscaped(folded)}`);
}

/** Rules for the punctuation of half-width Katakana, and for its letters with voiced marks. */
function halfWidthKatakana(): string[] {
  const kana = Array.from({ length: 0xff9f - 0xff61 + 1 }, (_, offset) => String.fromCodePoint(0xff61 + offset));
  const punctuation = kana.filter((sign) => /\p{P}/u.test(sign));
  const voiced = kana
    .flatMap((letter) => [`${letter}\uff9e`, `${letter}\uff9f`])
    .filter((pair) => Array.from(pair.normalize('NFKC')).length === 1);
  return [...punctuation, ...voiced].map((text) => `${allEscaped(text)} => ${allEscaped(text.normalize('NFKC'))}`);
}

/** A text as mapping rules of Elasticsearch write it: in UTF-16 units. */
function allEscaped(text: string): string {
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
    '',
  );
}

/**
 * A list setting as one text, which Elasticsearch splits at the commas. As an array, each of thousands of values is interned again for
 * each setting of the analysis whenever the settings are checked: creation of an index then takes five times as long.
 */
function commaSeparated(values: readonly string[]): string[] {
  return values.join() as unknown as string[]; // The client's types only know the array.
}

const folding = ['lowercase', 'asciifolding'];

const splitOnPunctuation: estypes.AnalysisCustomAnalyzer = {
  type: 'custom',
  tokenizer: 'standard',
  char_filter: ['fold', 'ampersand_to_and', 'punctuation_to_space'],
};

const withoutPunctuation: estypes.AnalysisCustomAnalyzer = {
  type: 'custom',
  tokenizer: 'standard',
  char_filter: ['fold', 'ampersand_to_and', 'split_between_words', 'remove_punctuation'],
};

const untokenized: estypes.AnalysisCustomAnalyzer = {
  type: 'custom',
  tokenizer: 'keyword',
  char_filter: ['fold'],
};

/**
 * How Elasticsearch turns texts into terms. Tokenizers and filters without a definition here are built in
 * (https://www.elastic.co/docs/reference/text-analysis).
 */
const analysis = {
  char_filter: {
    /** Folds letters, marks and digits. `asciifolding` folds other characters: punctuation, symbols, raised and circled numbers. */
    fold: { type: 'mapping', mappings: commaSeparated([...foldingRules(), ...halfWidthKatakana()]) },
    ampersand_to_and: { type: 'mapping', mappings: ['& => \\u0020and\\u0020'] },
    /** `Bar/Restaurante` → `Bar Restaurante`, as `splitAtSeparators` does; but `1,000` and `24/7` stay whole. */
    split_between_words: {
      type: 'pattern_replace',
      pattern: `(?<!\\d)[${WORD_SEPARATORS}]+|[${WORD_SEPARATORS}]+(?!\\d)`,
      replacement: ' ',
    },
    /** `D'Angelo` → `DAngelo`, `A.B.C.` → `ABC` */
    remove_punctuation: { type: 'pattern_replace', pattern: '[\\p{P}\\p{S}]+', replacement: '' },
    /** `D'Angelo` → `D Angelo` */
    punctuation_to_space: { type: 'pattern_replace', pattern: '[\\p{P}\\p{S}]+', replacement: ' ' },
  },
  filter: {
    /** `bar` → `b`, `ba`, `bar` */
    prefixes: { type: 'edge_ngram', min_gram: 1, max_gram: MAX_PREFIX_LENGTH },
    short_prefixes: { type: 'edge_ngram', min_gram: 1, max_gram: MAX_SHORT_PREFIX_LENGTH },
    /** `Rite Aid` → `riteaid` */
    pairs: { type: 'shingle', output_unigrams: false, token_separator: '' },
    /** A search text may not be longer than the prefixes in the index. */
    truncate_to_prefix: { type: 'truncate', length: MAX_PREFIX_LENGTH },
  },
  analyzer: {
    folded: { type: 'custom', tokenizer: 'standard', char_filter: ['fold'], filter: folding },
    without_punctuation: { ...withoutPunctuation, filter: folding },
    split_on_punctuation: { ...splitOnPunctuation, filter: folding },
    pairs: { ...withoutPunctuation, filter: [...folding, 'pairs'] },
    stems: { ...splitOnPunctuation, filter: [...folding, 'stems'] },
    stems_search: { ...withoutPunctuation, filter: [...folding, 'stems'] },
    word_prefixes: { ...splitOnPunctuation, filter: [...folding, 'prefixes'] },
    word_prefixes_search: { ...splitOnPunctuation, filter: [...folding, 'truncate_to_prefix'] },
    exact_name_prefixes: { ...untokenized, filter: [...folding, 'short_prefixes'] },
    exact_name_prefixes_search: { ...untokenized, filter: folding },
  },
  normalizer: {
    folded: { type: 'custom', char_filter: ['fold'], filter: folding },
  },
} satisfies estypes.IndicesIndexSettingsAnalysis;

/** The analysis of an index that finds the inflections of these languages. */
function analysisFor(languages: readonly SearchLanguage[]): estypes.IndicesIndexSettingsAnalysis {
  return { ...analysis, filter: { ...analysis.filter, ...stemFilters(languages) } };
}

type TokenFilter = estypes.AnalysisTokenFilterDefinition;

/** @param pattern of the end of a folded word; what `$1` is stays */
function rule(pattern: string, replacement = '$1'): readonly TokenFilter[] {
  return [{ type: 'pattern_replace', pattern, replacement }];
}

/** `pizzas`, `cafes`; no `bus`, `glass`, `tennis` */
const PLURAL_S = rule('([a-z]{2}[a-hj-rtv-z]|taxi|ski)s$');

/** `bagere`: `bager`; `skoler`: `skole`; `restauranter`, `caféer`, `sygehuse`: without the ending. Not `bager`: `Bag`. */
const DANISH_AND_NORWEGIAN = [
  rule('([a-z]{3}er)e$'),
  rule('([a-z]{4}e)r$'),
  rule('(?:([a-z]{2}[eio]|[a-z]{6}(?<!nd|st))er|(hus|gaard|strand)e)$', '$1$2'),
];

/**
 * What a folded word may be the plural of. Each chain of filters gives one more word under which a word is found, beside the word
 * itself. So `skole` and `skoler` find each other, and no other words that might have such a plural. Stemmers that join words of
 * different meanings do not: Elasticsearch's for Danish makes `bag` of `bager` (baker).
 */
const PLURALS: Record<SearchLanguage, readonly (readonly TokenFilter[])[]> = {
  // `hoteller`: `hotel`
  da: [...DANISH_AND_NORWEGIAN, rule('([a-z]{2}[aeiouy]([bdfgklmnprst]))\\2er$')],
  de: [
    PLURAL_S,
    // `Schulen`, `Apotheken`
    rule('([a-z]{3}e)n$'),
    // `Bäckereien`, `Banken`, `Supermärkte`, `Häuser`
    rule(
      '(?:([a-z]{2}(?:ei|ung|ion|heit|keit|schaft|tat)|bank)en|([a-z]{6}(?<!s))e|(haus|bad|rad|glas|feld)er)$',
      '$1$2$3',
    ),
  ],
  en: [
    PLURAL_S,
    // `libraries`
    rule('([a-z]{2}[^aeiou]|qu)ies$', '$1y'),
    // `churches`, `glasses`, `buses`, `potatoes`
    rule('([a-z](?:ch|sh|ss|x|zz|us|gas|[a-z]{2}[^aeiou]o))es$'),
  ],
  es: [[{ type: 'stemmer', language: 'spanish_plural' }]],
  // `ravintolat`
  fi: [rule('([a-z]{4}[aeiouy])t$')],
  fr: [
    PLURAL_S,
    // `châteaux`, `lieux`; `hôpitaux`
    rule('([a-z]{2}eau|[jl]i?eu)x$'),
    rule('([a-z]{3}(?<!e))aux$', '$1al'),
  ],
  // `negozi`, `ristoranti`, `pizze`, `banche`
  it: [
    rule('([a-z]{3}(?:[a-gi-z]|c(?=h)|g(?=h)))h?i$', '$1o'),
    rule('([a-z]{4})i$', '$1e'),
    rule('([a-z]{3}(?:[a-gi-z]|c(?=h)|g(?=h)))h?e$', '$1a'),
  ],
  nb: DANISH_AND_NORWEGIAN,
  nl: [
    PLURAL_S,
    // `supermarkten`, `bakkerijen`; `scholen`; `hallen`
    rule('([a-z]{5})en$'),
    rule('([bcdfghjklmnprstvwz])([aeo])([bdfgklmnprst])en$', '$1$2$2$3'),
    rule('([a-z]{2}[aeiou](?:k(?=k)|l(?=l)|m(?=m)|n(?=n)|p(?=p)|s(?=s)|t(?=t))).en$'),
  ],
  pt: [
    [
      // The stemmer needs the accents of some endings: `estações`, `faróis`, `luzes`.
      ...rule('[ao]es$', 'ao'),
      ...rule('ois$', 'ol'),
      ...rule('zes$', 'z'),
      { type: 'stemmer', language: 'minimal_portuguese' },
    ],
  ],
  sv: [
    // `skolor`; `bilar`; `restauranger`, `kaféer`, `butiker`
    rule('([a-z]{3})or$', '$1a'),
    rule('([a-z]{3})ar$'),
    rule('([a-z]{6}(?<!nd|st)|[a-z]{2}[eio]|butik)er$'),
  ],
};

/** A filter that changes no folded word. */
const THE_WORD = 'lowercase';

/** The filters that replace a word by itself and what it may be the plural of. The last one, `stems`, is the one to use. */
function stemFilters(languages: readonly SearchLanguage[]): Record<string, estypes.AnalysisTokenFilter> {
  const definitions: Record<string, TokenFilter> = {};
  const namesByDefinition = new Map<string, string>();
  const nameOf = (language: string, filter: TokenFilter): string => {
    const key = JSON.stringify(filter);
    const name = namesByDefinition.get(key) ?? `${language}_${namesByDefinition.size}`;
    namesByDefinition.set(key, name);
    definitions[name] = filter;
    return name;
  };
  const chains = languages.flatMap((language) =>
    PLURALS[language].map((chain) => chain.map((filter) => nameOf(language, filter)).join(', ')),
  );
  return {
    ...definitions,
    stems: { type: 'multiplexer', filters: [...new Set([THE_WORD, ...chains])], preserve_original: false },
  };
}
