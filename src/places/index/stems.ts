import { type estypes } from '@elastic/elasticsearch';
import { type SearchLanguage } from '../../config/values.js';

type Filter = estypes.AnalysisTokenFilterDefinition;

/** @param pattern of the end of a folded word; what `$1` is stays */
function rule(pattern: string, replacement = '$1'): readonly Filter[] {
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
const PLURALS: Record<SearchLanguage, readonly (readonly Filter[])[]> = {
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
export function stemFilters(languages: readonly SearchLanguage[]): Record<string, estypes.AnalysisTokenFilter> {
  const definitions: Record<string, Filter> = {};
  const namesByDefinition = new Map<string, string>();
  const nameOf = (language: string, filter: Filter): string => {
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
