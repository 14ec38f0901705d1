import { type estypes } from '@elastic/elasticsearch';

/** How much of a word, or of a name, type-ahead looks at, in characters. */
const LONGEST_BEGINNING = 20;

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
    /** Accents as characters of their own, which asciifolding does not know. */
    marks: { type: 'pattern_replace', pattern: '[\\u0300-\\u036F]+', replacement: '' },
    ampersand: { type: 'mapping', mappings: ['& => \\u0020and\\u0020'] },
    /** `D'Angelo` → `DAngelo`, `A.B.C.` → `ABC` */
    join: { type: 'pattern_replace', pattern: '[\\p{P}\\p{S}]+', replacement: '' },
    /** `D'Angelo` → `D Angelo` */
    part: { type: 'pattern_replace', pattern: '[\\p{P}\\p{S}]+', replacement: ' ' },
    spaces: { type: 'pattern_replace', pattern: '\\s+', replacement: ' ' },
    firstWord: { type: 'pattern_replace', pattern: '(?s)^\\s*(\\S+).*$', replacement: '$1' },
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
      char_filter: ['marks', 'ampersand', 'join'],
      filter: ['lowercase', 'asciifolding'],
    },
    parted: {
      type: 'custom',
      tokenizer: 'standard',
      char_filter: ['marks', 'ampersand', 'part'],
      filter: ['lowercase', 'asciifolding'],
    },
    ...beginnings('joined', 'standard', ['join']),
    ...beginnings('parted', 'standard', ['part']),
    ...beginnings('first', 'standard', ['join', 'firstWord']),
    ...beginnings('whole', 'keyword', ['join', 'spaces'], ['trim']),
  },
  normalizer: {
    folded: { type: 'custom', char_filter: ['marks'], filter: ['lowercase', 'asciifolding'] },
    whole: {
      type: 'custom',
      char_filter: ['marks', 'ampersand', 'join', 'spaces'],
      filter: ['lowercase', 'asciifolding', 'trim'],
    },
  },
};
