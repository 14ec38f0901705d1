import { type estypes } from '@elastic/elasticsearch';

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
