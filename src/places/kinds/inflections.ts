import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What forms of words in some languages end with, and what the basic form has instead. */
interface Rule {
  readonly languages: readonly string[];
  readonly ending: RegExp;
  readonly basic: string;
}

/** The rules of `inflections.txt`, which explains them. */
const rules: readonly Rule[] = readFileSync(join(__dirname, 'inflections.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .flatMap((line) => {
    const [, anywhere, languages = '', pairs = ''] = /^(anywhere )?([a-z ]+): (.*)$/u.exec(line) ?? [];
    return pairs.split(', ').map((pair): Rule => {
      const [ending = '', basic = ''] = pair.split(' ');
      const pattern = anywhere === undefined ? new RegExp(`${ending}$`, 'u') : new RegExp(ending, 'gu');
      return { languages: languages.split(' '), ending: pattern, basic: basic === '-' ? '' : basic };
    });
  });

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
  for (const { languages, ending, basic } of rules) {
    const form = word.replace(ending, basic);
    if (form === word || form.length < MIN_BASIC_LETTERS) continue;
    const known = forms.get(form);
    if (known) for (const language of languages) known.add(language);
    else forms.set(form, new Set(languages));
  }
  return forms;
}
