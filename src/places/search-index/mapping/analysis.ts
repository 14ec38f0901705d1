import { type estypes } from '@elastic/elasticsearch';
import { MAX_SHORT_PREFIX_LENGTH } from '../../search-body/search-fields.js';
import { MARKS } from '../../query/text/fold.js';
import { WORD_SEPARATORS } from '../../query/text/words.js';
import { type Language, stemFilters } from './stemming.js';

/** Type-ahead compares this many characters of a word. */
const MAX_PREFIX_LENGTH = 20;

/** Greek and Cyrillic, Arabic, extended Greek, Hebrew presentation forms. */
const ALPHABETS = [
  [0x0370, 0x04ff],
  [0x0621, 0x06d3],
  [0x1f00, 0x1fff],
  [0xfb1d, 0xfb4e],
] as const;

/** The `lowercase` filter does not fold the final sigma. */
const FINAL_SIGMA = '\\u03c2 => \\u03c3';

/** Rules that remove each of `MARKS`. */
function marks(): string[] {
  return MARKS.flatMap(([first, last]) => codePoints(first, last)).map((mark) => `${escaped(mark)} => `);
}

/** Rules that replace each accented letter of `ALPHABETS` by its base letter. */
function accentedLetters(): string[] {
  const letters = ALPHABETS.flatMap(([first, last]) => codePoints(first, last));
  return letters.flatMap((letter) => {
    const bare = String.fromCodePoint(letter)
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '');
    const [base = letter] = Array.from(bare, (character) => character.codePointAt(0) ?? letter);
    return base === letter ? [] : [`${escaped(letter)} => ${escaped(base)}`];
  });
}

function codePoints(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}

/** A character as mapping rules of Elasticsearch write it. */
function escaped(codePoint: number): string {
  return `\\u${codePoint.toString(16).padStart(4, '0')}`;
}

const folding = ['lowercase', 'asciifolding'];

const splitOnPunctuation: estypes.AnalysisCustomAnalyzer = {
  type: 'custom',
  tokenizer: 'standard',
  char_filter: ['remove_marks', 'ampersand_to_and', 'punctuation_to_space'],
};

const withoutPunctuation: estypes.AnalysisCustomAnalyzer = {
  type: 'custom',
  tokenizer: 'standard',
  char_filter: ['remove_marks', 'ampersand_to_and', 'split_between_words', 'remove_punctuation'],
};

const wholeText: estypes.AnalysisCustomAnalyzer = {
  type: 'custom',
  tokenizer: 'keyword',
  char_filter: ['remove_marks'],
};

/**
 * How Elasticsearch turns texts into terms. Tokenizers and filters without a definition here are built in
 * (https://www.elastic.co/docs/reference/text-analysis).
 */
const analysis = {
  char_filter: {
    /** Folds what `asciifolding` does not: combining marks, and accented letters of other alphabets. */
    remove_marks: { type: 'mapping', mappings: [...marks(), ...accentedLetters(), FINAL_SIGMA] },
    ampersand_to_and: { type: 'mapping', mappings: ['& => \\u0020and\\u0020'] },
    /** `Bar/Restaurante` → `Bar Restaurante`, as `splitWords` does; but `1,000` and `24/7` stay whole. */
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
    folded: { type: 'custom', tokenizer: 'standard', char_filter: ['remove_marks'], filter: folding },
    without_punctuation: { ...withoutPunctuation, filter: folding },
    split_on_punctuation: { ...splitOnPunctuation, filter: folding },
    pairs: { ...withoutPunctuation, filter: [...folding, 'pairs'] },
    stems: { ...splitOnPunctuation, filter: [...folding, 'stems'] },
    stems_search: { ...withoutPunctuation, filter: [...folding, 'stems'] },
    word_prefixes: { ...splitOnPunctuation, filter: [...folding, 'prefixes'] },
    word_prefixes_search: { ...splitOnPunctuation, filter: [...folding, 'truncate_to_prefix'] },
    exact_name_prefixes: { ...wholeText, filter: [...folding, 'short_prefixes'] },
    exact_name_prefixes_search: { ...wholeText, filter: folding },
  },
  normalizer: {
    folded: { type: 'custom', char_filter: ['remove_marks'], filter: folding },
  },
} satisfies estypes.IndicesIndexSettingsAnalysis;

/** The analysis of an index that finds the inflections of these languages. */
export function analysisFor(languages: readonly Language[]): estypes.IndicesIndexSettingsAnalysis {
  return { ...analysis, filter: { ...analysis.filter, ...stemFilters(languages) } };
}
