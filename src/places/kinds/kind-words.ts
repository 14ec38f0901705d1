import { isStopWord } from '../words/fillers.js';
import { foldedWords, writingOf } from '../words/words.js';
import { foldedNameWords } from './name-words.js';

const noKinds = foldedNameWords('no kind');

const abbreviations = foldedNameWords('abbreviation');

/** Whether a phrase is too short or too common to name a kind: `no`, `la`, `Á`. In scripts without vowels or letters, short words may. */
export function isTrap(words: readonly string[]): boolean {
  const [word = ''] = words;
  if (words.length > 1 || /\p{Extended_Pictographic}/u.test(word)) return false;
  const minLetters = writingOf(word) === 'alphabet' ? 3 : 2;
  return (word.length < minLetters && !abbreviations.has(word)) || noKinds.has(word);
}

/**
 * The words of a text for `kindsNamed`: its folded words, and its emoji, which folding would remove. Skin, sex and colour of an emoji
 * do not matter.
 */
export function kindWords(text: string): string[] {
  return text
    .replace(/[\u{fe0e}\u{fe0f}\p{Emoji_Modifier}]|\u{200d}[♀♂]/gu, '')
    .split(/((?![©®™])\p{Extended_Pictographic}(?:\u{200d}\p{Extended_Pictographic})*)/u)
    .flatMap((part, index) => (index % 2 === 1 ? [part] : foldedWords(part)));
}

/** The beginning of the ids of cuisines. */
export const CUISINE = 'amenity/restaurant/';

/** The language of emoji, which everyone reads. */
export const EMOJI = 'emoji';

/** `kind: language word, word; language word`, one a line. A kind may have several lines. */
export function parseWords(content: string): Map<string, [language: string, words: string[]][]> {
  const words = new Map<string, [string, string[]][]>();
  for (const line of content.split('\n')) {
    const [, id, rest] = /^([a-z][\w/-]*): (.*)$/u.exec(line) ?? [];
    if (id === undefined || rest === undefined) continue;
    const languages = rest.split(';').map((part): [string, string[]] => {
      const [language = '', ...texts] = part.trim().split(' ');
      return [
        language,
        texts
          .join(' ')
          .split(language === EMOJI ? ' ' : ',')
          .map((text) => text.trim()),
      ];
    });
    words.set(id, [...(words.get(id) ?? []), ...languages]);
  }
  return words;
}

/**
 * The phrases for restaurants with the food of countries and regions, as `parseWords` returns words: each adjective in each phrase of its language.
 *
 * @param content of `cuisines.txt`
 */
export function parseCuisines(content: string): ReturnType<typeof parseWords> {
  const lines = [...content.matchAll(/^([a-z_ ]+): (.*)$/gmu)].map(([, role = '', list = '']) => ({ role, list }));
  const listsOf = (list: string): [language: string, texts: string[]][] =>
    list.split('; ').map((part) => [part.slice(0, 2), part.slice(3).split(', ')]);
  const textsOf = (wanted: string): string[] => lines.flatMap(({ role, list }) => (role === wanted ? [list] : []));
  const phrases = new Map(textsOf('phrases').flatMap(listsOf));
  const moreThanFood = new Set(textsOf('more than food').flatMap((list) => list.split(', ')));
  const cuisines = lines.filter(({ role }) => role !== 'phrases' && role !== 'more than food');
  return new Map(
    cuisines.map(({ role, list }) => [
      `${CUISINE}${role}`,
      listsOf(list).map(([language, adjectives]) => {
        const own = (phrases.get(language) ?? []).filter((phrase) => phrase !== '1' || !moreThanFood.has(role));
        const inPhrase = (adjective: string) => {
          const [one = '', two = one] = adjective.split('/');
          return own.map((phrase) => capitalized(phrase.replace('1', one).replace('2', two)));
        };
        return [language, adjectives.flatMap(inPhrase)];
      }),
    ]),
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text without texts in brackets, and then its parts between slashes: `Gym / Fitness Center`. */
export function partsOf(text: string): string[] {
  const whole = text.replace(/[([（【][^()[\]（）【】]*[)\]）】]/gu, ' ').trim();
  const parts = whole
    .split(/[/／・]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length > 1 ? [whole, ...parts] : [whole];
}

/** What readers see: the first of several names (`Barbecue / Grill`), in English with the capitals that most names have: `Lebanese Restaurant`. */
export function labelFrom(name: string, language: string): string {
  const [label = ''] = name.split(' / ');
  if (language !== 'en') return label;
  return label.replace(/(?<![\p{L}\p{M}'’])\p{Ll}[\p{L}\p{M}]*/gu, (word, at) =>
    at > 0 && isStopWord(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
  );
}
