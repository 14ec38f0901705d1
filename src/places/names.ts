import { type ReaderLanguage, withScript } from '../http/reader-languages.js';
import { isOfficialIn } from './languages.js';

interface FurtherName {
  text: string;
  language?: string | undefined;
  type?: string | undefined;
}

/** The names of a place, and its country. */
export interface NamedPlace {
  name: string;
  names?: FurtherName[] | undefined;
  address?: { country?: string | undefined } | undefined;
}

/**
 * The name of a place in the first of these languages that it has one in (RFC 4647, section 3.4), else in the same language of another
 * region; else its name as it is.
 */
export function nameIn({ name, names = [], address }: NamedPlace, languages: readonly ReaderLanguage[]): string {
  if (languages.length === 0) return name;
  // Others say something else of the place: a short name, a former one.
  const translations = names.flatMap(({ text, language, type }) =>
    language === undefined || type !== undefined ? [] : [{ text, tag: language.toLowerCase() }],
  );
  if (translations.length === 0) return name;
  for (const { primary, lookup, script } of languages) {
    const found =
      lookup.flatMap((wanted) => translations.find(({ tag }) => tag === wanted) ?? []).at(0) ??
      translations.find(({ tag }) => script !== undefined && withScript(tag) === script);
    if (found) return found.text;
    // The data do not say the language of `name`. Here it is probably the one that the reader prefers to all that follow.
    if (isOfficialIn(primary, address?.country)) return name;
  }
  return name;
}

/** The further names of a place that is shown under one of them: its name is then among them. */
export function namesWithOriginal(shown: string, { name, names }: NamedPlace): FurtherName[] | undefined {
  if (!names || shown === name || names.some(({ text }) => text === name)) return names;
  return [{ text: name }, ...names];
}
