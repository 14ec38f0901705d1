/** An ending, what the basic form has instead, and the least letters before it. */
type Rule = readonly [ending: RegExp, basic: string];

const english: readonly Rule[] = [
  [/ies$/u, 'y'],
  [/(?<=s|x|z|ch|sh)es$/u, ''],
  [/(?<!s|u|i)s$/u, ''],
];

const portuguese: readonly Rule[] = [
  [/(?:[ao]es|aos)$/u, 'ao'],
  [/ais$/u, 'al'],
  [/eis$/u, 'el'],
  [/ois$/u, 'ol'],
  [/ns$/u, 'm'],
  [/(?<=[rsz])es$/u, ''],
  [/(?<=[aeo])s$/u, ''],
];

const spanish: readonly Rule[] = [
  [/ces$/u, 'z'],
  [/(?<=[^aeiou])es$/u, ''],
  [/(?<=[aeo])s$/u, ''],
];

const french: readonly Rule[] = [
  [/(?<=eau|eu)x$/u, ''],
  [/aux$/u, 'al'],
  [/(?<![sx])s$/u, ''],
];

const italian: readonly Rule[] = [
  [/chi$/u, 'co'],
  [/che$/u, 'ca'],
  [/ghe$/u, 'ga'],
  [/i$/u, 'o'],
  [/i$/u, 'e'],
  [/(?<=er)ie$/u, 'ia'],
  [/e$/u, 'a'],
];

const german: readonly Rule[] = [
  [/innen$/u, 'in'],
  [/en$/u, ''],
  [/(?<=[elr])n$/u, ''],
  [/e$/u, ''],
  [/er$/u, ''],
  [/(?<=[aeiou])s$/u, ''],
];

/** Of Danish and Norwegian: plurals, and the forms of both numbers with the article (`cafeen`, `bagerierne`). */
const danish: readonly Rule[] = [
  [/([lmnprst])\1(?:er|erne|et|en)$/u, '$1'],
  [/ee(?:r|rne|t)$/u, 'eum'],
  [/(?<=e)(?:r|n|rne|t)$/u, ''],
  [/(?:er|erne|ene|en|et|e)$/u, ''],
  [/dler(?:ne)?$/u, 'del'],
  [/kler(?:ne)?$/u, 'kel'],
  [/s$/u, ''],
];

const swedish: readonly Rule[] = [
  [/or(?:na)?$/u, 'a'],
  [/ar(?:na)?$/u, ''],
  [/ar(?:na)?$/u, 'e'],
  [/(?:er|erna|en|et)$/u, ''],
  [/(?<=[aeiouy])(?:n|t|r|na)$/u, ''],
];

const dutch: readonly Rule[] = [
  [/([aeou])([bcdfgklmnprt])en$/u, '$1$1$2'],
  [/([bdfgklmnprst])\1en$/u, '$1'],
  [/en$/u, ''],
  [/s$/u, ''],
];

const russian: readonly Rule[] = [
  [/[иыуе]$/u, 'а'],
  [/[иею]$/u, 'я'],
  [/[аыуе]$/u, ''],
  [/ии$/u, 'ия'],
];

const greek: readonly Rule[] = [
  [/α$/u, 'ο'],
  [/ες$/u, 'α'],
  [/εσ$/u, 'α'],
  [/α$/u, ''],
];

const polish: readonly Rule[] = [
  [/i$/u, 'a'],
  [/y$/u, 'a'],
  [/[yi]$/u, ''],
  [/e$/u, 'a'],
];

/**
 * Plurals and the like, by the languages that have them. A rule is only tried on words of the catalogue in these languages, and
 * never shortens a word to another kind's where the word itself is known, so that `bager` (a baker) is not `bag`. Stemmers
 * (Snowball) are no replacement: they cut both to the same stem.
 */
const rules: ReadonlyMap<string, readonly Rule[]> = new Map([
  ['en', english],
  ...['pt', 'gl'].map((language) => [language, portuguese] as const),
  ...['es', 'ca', 'ast', 'eo', 'fil', 'tl'].map((language) => [language, spanish] as const),
  ['fr', french],
  ['it', italian],
  ...['de', 'lb'].map((language) => [language, german] as const),
  ...['da', 'nb', 'nn', 'no'].map((language) => [language, danish] as const),
  ['sv', swedish],
  ...['nl', 'af', 'fy'].map((language) => [language, dutch] as const),
  ...['ru', 'uk', 'be', 'bg'].map((language) => [language, russian] as const),
  ['el', greek],
  ...['pl', 'cs', 'sk', 'hr', 'sl', 'sr', 'bs'].map((language) => [language, polish] as const),
]);

/** Letters that are written as two where a keyboard has them not: `baeckerei`, `frisoer`, `smaaborn`. */
const spellings: ReadonlyMap<string, readonly Rule[]> = new Map([
  [
    'de',
    [
      [/ae/gu, 'a'],
      [/oe/gu, 'o'],
      [/ue/gu, 'u'],
    ],
  ],
  ...['da', 'nb', 'nn', 'no', 'sv'].map((language): [string, readonly Rule[]] => [
    language,
    [
      [/aa/gu, 'a'],
      [/oe/gu, 'o'],
    ],
  ]),
]);

/** A shorter word is left as it is. */
const MIN_LETTERS = 4;

/** A shorter basic form is too often another word. */
const MIN_BASIC_LETTERS = 3;

/**
 * The words that a folded word may be a form of, with the languages in which it may. Most of them are no words: look them up
 * among those that are.
 */
export function basicForms(word: string): ReadonlyMap<string, ReadonlySet<string>> {
  const forms = new Map<string, Set<string>>();
  if (word.length < MIN_LETTERS || !/^\p{L}+$/u.test(word)) return forms;
  const add = (form: string, language: string): void => {
    if (form === word || form.length < MIN_BASIC_LETTERS) return;
    const languages = forms.get(form) ?? new Set();
    languages.add(language);
    forms.set(form, languages);
  };
  for (const [language, endings] of rules)
    for (const [ending, basic] of endings) add(word.replace(ending, basic), language);
  for (const [language, letters] of spellings)
    for (const [pair, letter] of letters) add(word.replace(pair, letter), language);
  return forms;
}
