import { type SearchRequest, type WordsTerm, type WordVariants } from './query/search-request.js';
import { type Where } from './query/where.js';
import { searchBody, type SearchBody } from './body/search-body.js';
import { type TypingErrors } from './body/words.js';

/** How a search by words found its places. All its pages, cursors and facets use the same stage. */
export interface SearchStage {
  /** Typing errors that each word may have. */
  readonly typingErrors: TypingErrors;
  /** The words that every place has. */
  readonly words: readonly string[];
  /** The words of `q` that were left out: words that say little, and those that no place has together with the others. */
  readonly omitted: readonly string[];
  /** What else counts for the words. */
  readonly variants: WordVariants;
  /** The city or district that `q` names. */
  readonly where?: Where;
}

/** The stages that a search may go through: only words as typed, also variants and corrections, also without some words. */
export const MATCHES = ['exact', 'corrected', 'relaxed'] as const;

export type Match = (typeof MATCHES)[number];

/** A search that may go through the stages up to `match`. */
export type StagedRequest = SearchRequest & {
  readonly match: Match;
  /** Whether words of `q` may name a city or district. */
  readonly readsWhere: boolean;
};

/** The body of a stage. */
export function stageBody(request: SearchRequest, stage: SearchStage): SearchBody {
  return searchBody(requestOfStage(request, stage), stage.typingErrors);
}

type Words = Pick<SearchRequest, 'term' | 'where' | 'wholeText'>;

/** The search with the words of a stage, and where places must be. */
export function requestOfStage<R extends Words>(
  request: R,
  { typingErrors, words, omitted, where, variants }: SearchStage,
): R {
  const { term, ...others } = request;
  if (term?.type !== 'words') return request;
  const isCondition = where !== undefined && where.relation !== 'first';
  const text = isCondition ? where.rest : term.text;
  // The text as typed says more than its words: `AC/DC` is one name.
  const ofStage: WordsTerm =
    omitted.length === 0
      ? { type: 'words', text, variants }
      : { type: 'words', text: words.join(' '), scoredText: text, variants };
  const changed: Words = {
    ...(text !== '' && { term: ofStage }),
    ...(where && { where }),
    ...(isCondition && typingErrors === 0 && { wholeText: term.text }),
  };
  // All members of `Words` are optional.
  return { ...others, ...changed } as R;
}
