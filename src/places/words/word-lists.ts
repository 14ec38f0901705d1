import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fold } from './fold.js';

// What words of a search may mean besides names, by language, is data: the files in `lists/`, whose README.md explains the roles. Words
// count in all languages at once, because people search in others than those of the data.

const FOLDER = join(__dirname, 'lists');

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));

/** The languages that have a file. */
export const LANGUAGES: readonly string[] = files
  .map((name) => name.replace('.txt', ''))
  .filter((language) => language !== 'others');

/** Phrases by role, from files with the lines `role: phrase, phrase`. A role may have several lines. */
export class WordLists {
  /** As written. */
  private readonly phrases = new Map<string, string[]>();

  constructor(paths: readonly string[]) {
    for (const line of paths.flatMap((path) => readFileSync(path, 'utf8').split('\n'))) {
      const [role = '', list] = line.split(': ');
      if (list === undefined || line.startsWith('#')) continue;
      this.phrases.set(role, [...this.phrasesOf(role), ...list.split(',').map((phrase) => phrase.trim())]);
    }
  }

  get roles(): readonly string[] {
    return [...this.phrases.keys()];
  }

  phrasesOf(role: string): readonly string[] {
    return this.phrases.get(role) ?? [];
  }

  phrasesByMeaning(role: string): (readonly [meaning: string, phrases: readonly string[]])[] {
    const prefix = `${role} `;
    return [...this.phrases].flatMap(([key, list]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), list] as const] : [],
    );
  }
}

const lists = new WordLists(files.map((name) => join(FOLDER, name)));

/** The phrases of a role in all languages, as written: those of `in` are `within`, `dans`, … */
export function phrasesOf(role: string): readonly string[] {
  return lists.phrasesOf(role);
}

/** The single words of the phrases of a role, folded. */
export function foldedWordsOf(role: string): ReadonlySet<string> {
  return new Set(phrasesOf(role).flatMap((phrase) => fold(phrase).split(' ')));
}

/** The phrases for each meaning of a role: those of `product` are `[['bakery', ['bread', 'Brot', …]], …]`. */
export function phrasesByMeaning(role: string): (readonly [meaning: string, phrases: readonly string[]])[] {
  return lists.phrasesByMeaning(role);
}

/** All roles of the files, with their meanings. */
export function roles(): readonly string[] {
  return lists.roles;
}
