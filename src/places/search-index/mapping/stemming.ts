import { type estypes } from '@elastic/elasticsearch';
import { type Environment } from '../../../config/environment.js';

export type Language = Environment['SEARCH_LANGUAGES'][number];

/** How a language reduces a folded word to its stem: filters of Elasticsearch, in order. */
const STEMMERS = {
  da: ['danish_stems'],
  de: ['german_stems'],
  en: ['english_stems'],
  es: ['spanish_stems'],
  fr: ['french_stems'],
  // The stemmer needs the accents of some endings.
  pt: ['portuguese_oes', 'portuguese_ois', 'portuguese_zes', 'portuguese_stems'],
} as const satisfies Record<Language, readonly string[]>;

/** Stemmers that mostly reduce plurals. Stronger ones also join words of different meanings: `ponte` and `ponto`. */
const filters: Record<(typeof STEMMERS)[Language][number], estypes.AnalysisTokenFilterDefinition> = {
  danish_stems: { type: 'stemmer', language: 'danish' },
  german_stems: { type: 'stemmer', language: 'minimal_german' },
  english_stems: { type: 'stemmer', language: 'light_english' },
  spanish_stems: { type: 'stemmer', language: 'spanish_plural' },
  french_stems: { type: 'stemmer', language: 'minimal_french' },
  portuguese_stems: { type: 'stemmer', language: 'minimal_portuguese' },
  /** `estações`, `pães` */
  portuguese_oes: { type: 'pattern_replace', pattern: '[ao]es$', replacement: 'ao' },
  /** `faróis` */
  portuguese_ois: { type: 'pattern_replace', pattern: 'ois$', replacement: 'ol' },
  /** `luzes` */
  portuguese_zes: { type: 'pattern_replace', pattern: 'zes$', replacement: 'z' },
};

/** The filters that replace a word by its stems, one of each language. The last one, `stems`, is the one to use. */
export function stemFilters(languages: readonly Language[]): Record<string, estypes.AnalysisTokenFilter> {
  const stemmers = languages.map((language) => STEMMERS[language]);
  return {
    ...Object.fromEntries(stemmers.flat().map((name) => [name, filters[name]])),
    stems: { type: 'multiplexer', filters: stemmers.map((names) => names.join(', ')), preserve_original: false },
  };
}
