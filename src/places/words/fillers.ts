import { fold } from './fold.js';
import { foldedWordsOf } from './word-lists.js';
import { foldedPhrase } from './words.js';

/** Articles, prepositions and the like that say something in a name: Best Western, Open Bay. */
const TELLING_STOP_WORDS = foldedWordsOf('stop word of names');

/** Words that say little about a place. A search leaves them out first. */
const STOP_WORDS = new Set([...foldedWordsOf('stop word'), ...TELLING_STOP_WORDS]);

/** Words that say how good or cheap a place should be. Names have them too: `Good News Church`. */
const QUALIFIERS = foldedWordsOf('qualifier');

/** A number of stars: `5 stars`, `5-star`. No data have them, but ratings and visits rank places. */
const STARS =
  /^(?:[1-5]|one|two|three|four|five|duas|tres|quatro|cinco|dos|cuatro) (?:stars?|estrelas?|stjerner|stjernet|sterne|etoiles?|estrellas?|stelle)$/u;

/** Words for any place. A search for a kind ignores them: `pizza places`. */
const GENERIC_PLACE_WORDS = foldedWordsOf('any place');

/** The distinct words of a text, without stop words and single letters. */
export function essentialWords(words: readonly string[]): string[] {
  const folded = words.map(fold);
  return words.filter((_, index) => {
    const word = folded[index] ?? '';
    return folded.indexOf(word) === index && !STOP_WORDS.has(word) && Array.from(word).length > 1;
  });
}

export function hasQualifier(words: readonly string[]): boolean {
  return words.some((word) => isQualifier(foldedPhrase(word)));
}

/** The essential words without qualifiers: `pizza` for `the best pizza`. */
export function unqualifiedWords(words: readonly string[]): string[] {
  return essentialWords(words).filter((word) => !isQualifier(foldedPhrase(word)));
}

/** @param word folded */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Whether a word is left out of names that people type: `tower sky` for Tower of the Sky. @param word folded */
export function isLinkWord(word: string): boolean {
  return isStopWord(word) && !TELLING_STOP_WORDS.has(word);
}

/** @param word folded; a number of stars has two words */
export function isQualifier(word: string): boolean {
  return QUALIFIERS.has(word) || isNumberOfStars(word);
}

/** @param words folded */
export function isNumberOfStars(words: string): boolean {
  return STARS.test(words);
}

/** @param word folded */
function isGenericPlaceWord(word: string): boolean {
  return GENERIC_PLACE_WORDS.has(word);
}

/** @param key folded word */
export function isFillerNextToKind(key: string): boolean {
  return isStopWord(key) || isQualifier(key) || isGenericPlaceWord(key);
}

/** The most words that a text may have besides the whole name of a place. */
const MAX_EXTRA_WORDS = 3;

/**
 * The parts of a text that may be the whole name of a place: the text without up to three words at its beginning or end, the longest
 * first. Parts that have only words of the kind and fillers are left out.
 *
 * @param roleWords the words of the kind and of the area
 */
export function possibleNames(words: readonly string[], roleWords: readonly string[]): string[] {
  const names: string[] = [];
  const withRole = new Set(roleWords);
  for (let extra = 1; extra <= Math.min(MAX_EXTRA_WORDS, words.length - 1); extra += 1) {
    for (let before = 0; before <= extra; before += 1) {
      const name = words.slice(before, words.length - (extra - before));
      if (name.some((word) => !withRole.has(word) && !isFillerNextToKind(fold(word)))) names.push(name.join(' '));
    }
  }
  return names;
}

/** The words of the first list that are not in the second, ignoring case and accents. */
export function wordsNotIn(words: readonly string[], excluded: readonly string[]): string[] {
  const keys = new Set(excluded.map(fold));
  return words.filter((word) => !keys.has(fold(word)));
}

/** Words without others, ignoring case and accents: each is removed as often as it is in the second list. */
export function withoutEach(words: readonly string[], removed: readonly string[]): string[] {
  const left = removed.map(fold);
  return words.filter((word) => {
    const at = left.indexOf(fold(word));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}
