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
  [/(?<=[aeiou])s$/u, ''],
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
  [/([bdfgklmnprst])\1(?:er|erne|et|en)$/u, '$1'],
  [/ee(?:r|rne|t)$/u, 'eum'],
  [/(?<=e)(?:r|n|rne|t)$/u, ''],
  [/(?:er|erne|ene|en|et|e)$/u, ''],
  [/(?<=t)re(?:ne)?$/u, 'er'],
  [/maend(?:ene)?$/u, 'mand'],
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
const rules: readonly (readonly [languages: readonly string[], rules: readonly Rule[]])[] = [
  [['en'], english],
  [['pt', 'gl'], portuguese],
  [['es', 'ca', 'ast', 'eo', 'fil', 'tl'], spanish],
  [['fr'], french],
  [['it'], italian],
  [['de', 'lb'], german],
  [['da', 'nb', 'nn'], danish],
  [['sv'], swedish],
  [['nl', 'af', 'fy'], dutch],
  [['ru', 'uk', 'be', 'bg'], russian],
  [['el'], greek],
  [['pl', 'cs', 'sk', 'hr', 'sl', 'sr', 'bs'], polish],
  // Letters that are written as two where a keyboard has them not: `baeckerei`, `frisoer`, `smaaborn`.
  [
    ['de'],
    [
      [/ae/gu, 'a'],
      [/oe/gu, 'o'],
      [/ue/gu, 'u'],
    ],
  ],
  [
    ['da', 'nb', 'nn', 'sv'],
    [
      [/aa/gu, 'a'],
      [/oe/gu, 'o'],
    ],
  ],
];

/** A shorter word is left as it is. */
const MIN_LETTERS = 4;

/** A shorter basic form is too often another word. */
const MIN_BASIC_LETTERS = 3;

/** No rule replaces more letters at the end of a word, but those for letters that are written as two. */
const MAX_ENDING = 6;

const FIRST_LETTERS = 5;

export function firstLettersOf(word: string): string {
  return word.slice(0, FIRST_LETTERS);
}

/** Whether all basic forms of a word have its first letters. False if that is not sure. */
export function keepsFirstLetters(word: string): boolean {
  return word.length - MAX_ENDING >= FIRST_LETTERS && !/[aou]e|aa/u.test(word.slice(0, FIRST_LETTERS + 1));
}

/**
 * The words that a folded word may be a form of, with the languages in which it may. Most of them are no words: look them up
 * among those that are.
 */
export function basicForms(word: string): ReadonlyMap<string, ReadonlySet<string>> {
  const forms = new Map<string, Set<string>>();
  if (word.length < MIN_LETTERS || !/^\p{L}+$/u.test(word)) return forms;
  for (const [languages, endings] of rules)
    for (const [ending, basic] of endings) {
      const form = word.replace(ending, basic);
      if (form === word || form.length < MIN_BASIC_LETTERS) continue;
      const known = forms.get(form);
      if (known) for (const language of languages) known.add(language);
      else forms.set(form, new Set(languages));
    }
  return forms;
}
