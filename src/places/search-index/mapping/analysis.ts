import { type estypes } from '@elastic/elasticsearch';
import { MARKS } from '../../query/text/fold.js';
import { BETWEEN_WORDS } from '../../query/text/words.js';

/** How much of a word, or of a name, type-ahead looks at, in characters. */
const LONGEST_BEGINNING = 20;

/** The letters of Greek and Cyrillic, Arabic, Greek with more accents, and Hebrew with points. */
const ALPHABETS = [
  [0x0370, 0x04ff],
  [0x0621, 0x06d3],
  [0x1f00, 0x1fff],
  [0xfb1d, 0xfb4e],
] as const;

/** The sigma that ends a word is no other letter, which `lowercase` does not know. */
const SIGMA = '\\u03c2 => \\u03c3';

/** The marks that a text loses, each to nothing. */
function marks(): string[] {
  return MARKS.flatMap(([first, last]) => codePoints(first, last)).map((mark) => `${escaped(mark)} => `);
}

/** Every letter of Greek, Cyrillic, Hebrew and Arabic that is another with marks, to that other. */
function lettersWithMarks(): string[] {
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

/** As the rules of a mapping name a character. */
function escaped(codePoint: number): string {
  return `\\u${codePoint.toString(16).padStart(4, '0')}`;
}

const folding = ['lowercase', 'asciifolding'];

/** The analyzers of a field that holds beginnings, and of what is looked for in it. */
function beginnings(name: string, tokenizer: string, charFilters: string[], filters: string[] = []) {
  const analyzer = { type: 'custom' as const, tokenizer, char_filter: ['marks', 'ampersand', ...charFilters] };
  return {
    [`${name}Beginnings`]: { ...analyzer, filter: [...folding, ...filters, 'beginnings'] },
    [`${name}Beginning`]: { ...analyzer, filter: [...folding, ...filters, 'beginning'] },
  };
}

/**
 * How texts become words. Names of tokenizers and filters are those of the official distribution
 * (https://www.elastic.co/docs/reference/text-analysis).
 */
export const analysis: estypes.IndicesIndexSettingsAnalysis = {
  char_filter: {
    /** What asciifolding does not know: marks as characters of their own, and letters of other alphabets with one. */
    marks: { type: 'mapping', mappings: [...marks(), ...lettersWithMarks(), SIGMA] },
    ampersand: { type: 'mapping', mappings: ['& => \\u0020and\\u0020'] },
    /** `Bar/Restaurante` → `Bar Restaurante`, as the words of `q` are taken apart; but `1,000` and `24/7` are one. */
    between: {
      type: 'pattern_replace',
      pattern: `(?<!\\d)[${BETWEEN_WORDS}]+|[${BETWEEN_WORDS}]+(?!\\d)`,
      replacement: ' ',
    },
    /** `D'Angelo` → `DAngelo`, `A.B.C.` → `ABC` */
    join: { type: 'pattern_replace', pattern: '[\\p{P}\\p{S}]+', replacement: '' },
    /** `D'Angelo` → `D Angelo` */
    part: { type: 'pattern_replace', pattern: '[\\p{P}\\p{S}]+', replacement: ' ' },
    spaces: { type: 'pattern_replace', pattern: '\\s+', replacement: ' ' },
  },
  filter: {
    /** `bar` → `b`, `ba`, `bar` */
    beginnings: { type: 'edge_ngram', min_gram: 1, max_gram: LONGEST_BEGINNING },
    /** What is looked for among beginnings has to be no longer than they are. */
    beginning: { type: 'truncate', length: LONGEST_BEGINNING },
  },
  analyzer: {
    exact: { type: 'custom', tokenizer: 'standard', filter: ['lowercase'] },
    folded: { type: 'custom', tokenizer: 'standard', char_filter: ['marks'], filter: ['lowercase', 'asciifolding'] },
    joined: {
      type: 'custom',
      tokenizer: 'standard',
      char_filter: ['marks', 'ampersand', 'between', 'join'],
      filter: ['lowercase', 'asciifolding'],
    },
    parted: {
      type: 'custom',
      tokenizer: 'standard',
      char_filter: ['marks', 'ampersand', 'part'],
      filter: ['lowercase', 'asciifolding'],
    },
    ...beginnings('words', 'standard', ['part']),
    ...beginnings('whole', 'keyword', ['join', 'spaces'], ['trim']),
    ...beginnings('partedWhole', 'keyword', ['part', 'spaces'], ['trim']),
  },
  normalizer: {
    folded: { type: 'custom', char_filter: ['marks'], filter: ['lowercase', 'asciifolding'] },
    whole: {
      type: 'custom',
      char_filter: ['marks', 'ampersand', 'join', 'spaces'],
      filter: ['lowercase', 'asciifolding', 'trim'],
    },
    partedWhole: {
      type: 'custom',
      char_filter: ['marks', 'ampersand', 'part', 'spaces'],
      filter: ['lowercase', 'asciifolding', 'trim'],
    },
  },
};
