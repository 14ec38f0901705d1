import { type SearchRequest } from './query/search-request.js';
import { type WordsTerm } from './query/search-term.js';
import { searchBody, type SearchBody } from './search-body/search-body.js';
import { type TypingErrors } from './search-body/single-word-query.js';

/** How a search by words found its places. All its pages, cursors and facets use the same stage. */
export interface SearchStage {
  /** Typing errors that each word may have. */
  readonly typingErrors: TypingErrors;
  /** The words that every place has. */
  readonly words: readonly string[];
  /** The words of `q` that were left out: words that say little, and those that no place has together with the others. */
  readonly omitted: readonly string[];
}

/** The stages that a search may go through: only words as typed, also corrections, also without some words. */
export const MATCHES = ['exact', 'corrected', 'relaxed'] as const;

export type Match = (typeof MATCHES)[number];

/** A search that may go through the stages up to `match`. */
export type StagedRequest = SearchRequest & { readonly match: Match };

/** The body of a stage. */
export function stageBody(request: SearchRequest, stage: SearchStage): SearchBody {
  return searchBody(requestOfStage(request, stage), stage.typingErrors);
}

/** The search with the words of a stage. */
export function requestOfStage<R extends Pick<SearchRequest, 'term'>>(request: R, { words, omitted }: SearchStage): R {
  // The text as typed says more than its words: `AC/DC` is one name.
  if (omitted.length === 0 || request.term?.type !== 'words') return request;
  const term: WordsTerm = { type: 'words', text: words.join(' '), scoredText: request.term.text };
  return { ...request, term };
}
