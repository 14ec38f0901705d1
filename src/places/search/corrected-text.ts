import { type PlaceRecord } from '../place.js';
import { keysOf, maxTypingErrors, editDistance, textOf, type Token, tokensOf } from '../words/words.js';
import { type Stage } from './stage.js';

/** Of a word of an area. */
const MAX_ERRORS = 2;

/**
 * The words of `q` that were searched, with those that were found instead of misspelt ones. Elasticsearch does not say which these are:
 * they are the words of a place that differ least.
 *
 * @param place one that the stage found
 * @returns undefined if no word is misspelt, or if the place has no word like it
 */
export function correctedText(q: string, stage: Stage, place: PlaceRecord | undefined): string | undefined {
  const { typingErrors, words, omitted, where, spelling } = stage;
  const area = where?.isCorrected ? where : undefined;
  const isSearched = inTexts([...(typingErrors > 0 ? words : []), ...(area ? [area.words] : [])]);
  const isOmitted = inTexts(omitted);
  const found = [...(typingErrors > 0 && place ? textsOf(place) : []), ...(area ? [area.area.name] : [])].flatMap(
    tokensOf,
  );
  const errors = area ? MAX_ERRORS : typingErrors;
  const typed = tokensOf(q).filter((token) => !isOmitted(token));
  const meant = tokensOf(spelling?.text ?? q).flatMap((token) => {
    if (isOmitted(token)) return [];
    return [isSearched(token) ? (closest(token, found, errors) ?? token) : token];
  });
  return textOf(meant) === textOf(typed) ? undefined : textOf(meant);
}

/** The word that differs least, in lower case. Undefined if the word is there, or none is like it. */
function closest({ key }: Token, words: readonly Token[], errors: number): Token | undefined {
  const limit = Math.min(errors, maxTypingErrors(key));
  const like = words.map((word) => ({ ...word, edits: editDistance(key, word.key, limit + 1) }));
  const [best] = like.toSorted((a, b) => a.edits - b.edits);
  if (!best || best.edits === 0 || best.edits > limit) return undefined;
  return { key: best.key, text: best.text.toLowerCase() };
}

function inTexts(texts: readonly string[]): (token: Token) => boolean {
  const keys = new Set(keysOf(texts.flatMap(tokensOf)));
  return ({ key }) => keys.has(key);
}

/** The texts of a place that words are searched in. */
function textsOf({ name, names = [], brand, address = {}, categories }: PlaceRecord): string[] {
  const ofCategories = categories.flatMap((category) => [category.name, category.subcategory?.name]);
  const texts = [name, ...names.map(({ text }) => text), brand, ...Object.values(address), ...ofCategories];
  return texts.filter((text) => text !== undefined);
}
