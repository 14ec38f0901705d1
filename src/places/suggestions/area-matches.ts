import { type Areas, letterOf } from '../areas/areas.js';
import { type Area } from '../query/where/area.js';
import { type CategoryMatch, foldText, matchCategory } from './category-match.js';

/** A city or district whose name matches the typed text, and how it matches. */
export interface MatchedArea {
  readonly area: Area;
  readonly match: Exclude<CategoryMatch, undefined>;
}

/** One letter starts too many names. */
const MIN_LETTERS = 2;

/** Names that are compared with a text that has a typing error: those of the areas with the most places. */
const MAX_COMPARED = 2000;

/**
 * The cities and districts whose names match the text, those with the most places first. A typing error is not in the first
 * letter of the text.
 */
export function matchAreas(areas: Areas, text: string): MatchedArea[] {
  const typed = foldText(text);
  const [first = ''] = typed.words;
  if (typed.text.length < MIN_LETTERS) return [];
  const candidates = areas.startingWith(letterOf(first));
  const asTyped = candidates.filter(({ folded }) =>
    typed.words.every((prefix) => folded.words.some((word) => word.startsWith(prefix))),
  );
  const compared = asTyped.length > 0 ? asTyped : candidates.slice(0, MAX_COMPARED);
  return compared.flatMap(({ area, folded }) => {
    const match = matchCategory(folded, typed);
    return match === undefined ? [] : [{ area, match }];
  });
}
