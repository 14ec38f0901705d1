import { withoutInvisible } from './fold.js';
import { WORD_SEPARATORS } from './words.js';

const INNER_PUNCTUATION = /(?<=[\p{L}\p{M}\p{N}])[\p{P}\p{S}]+(?=[\p{L}\p{N}])/gu;

const PUNCTUATION = /[\p{P}\p{S}]+/gu;

const SEPARATORS = new RegExp(`[${WORD_SEPARATORS}]+`, 'u');

/**
 * A text and, for each word with punctuation inside, the word without it: `D'Angelo Pizza` and `DAngelo`. Users write a word
 * separator as nothing or as a space, so `AC/DC` adds `ACDC`, and `D'Angelo/Bar` adds `DAngeloBar` and `DAngelo`.
 */
export function spellingsOf(text: string): string[] {
  const visible = withoutInvisible(text);
  const joined = visible.split(/\s+/u).flatMap((word) => [word, ...word.split(SEPARATORS)].flatMap(withoutPunctuation));
  return [...new Set([visible, ...joined])];
}

function withoutPunctuation(word: string): string[] {
  const joined = word.replace(INNER_PUNCTUATION, '');
  return joined === word ? [] : [joined];
}

/** The whole text with its punctuation removed, and with spaces instead: `DAngelo` and `D Angelo`. Empty without words. */
export function exactNamesOf(text: string): string[] {
  const names = ['', ' '].map((replacement) =>
    text.replaceAll('&', ' and ').replace(PUNCTUATION, replacement).replace(/\s+/gu, ' ').trim(),
  );
  return [...new Set(names)].filter((name) => name !== '');
}
