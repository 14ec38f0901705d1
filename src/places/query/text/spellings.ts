import { withoutInvisible } from './fold.js';
import { WORD_SEPARATORS } from './words.js';

const INNER_PUNCTUATION = /(?<=[\p{L}\p{M}\p{N}])[\p{P}\p{S}]+(?=[\p{L}\p{N}])/gu;

const PUNCTUATION = /[\p{P}\p{S}]+/gu;

const ANY_PUNCTUATION = /[\p{P}\p{S}]/u;

const SEPARATORS = new RegExp(`[${WORD_SEPARATORS}]+`, 'gu');

/**
 * The words of a text that have punctuation inside, without it: `DAngelo` for `D'Angelo Pizza`. Users write a word separator as
 * nothing or as a space, so `AC/DC` has the spelling `ACDC`, and `D'Angelo/Bar` has `DAngeloBar` and `DAngelo`.
 */
export function spellingsOf(text: string): string[] {
  // Most texts have none, and indexing asks for each text of a place.
  if (!ANY_PUNCTUATION.test(text)) return [];
  const words = withoutInvisible(text).split(/\s+/u);
  return [...new Set(words.flatMap((word) => [word, ...word.split(SEPARATORS)]).flatMap(withoutPunctuation))];
}

function withoutPunctuation(word: string): string[] {
  const joined = word.replace(INNER_PUNCTUATION, '');
  return joined === word ? [] : [joined];
}

/**
 * The whole text with its punctuation removed, with spaces instead, and with spaces instead of word separators only:
 * `PostoMcDonalds`, `Posto McDonald s` and `Posto McDonalds` for `Posto/McDonald's`. Empty without words.
 */
export function exactNamesOf(text: string): string[] {
  const visible = text.replaceAll('&', ' and ');
  const names = [visible, visible.replace(PUNCTUATION, ' '), visible.replace(SEPARATORS, ' ')].map((name) =>
    name.replace(PUNCTUATION, '').replace(/\s+/gu, ' ').trim(),
  );
  return [...new Set(names)].filter((name) => name !== '');
}
