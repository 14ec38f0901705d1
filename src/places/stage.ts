import { searchCost, totalCost } from './body/cost.js';
import { type CostedSearch } from './body/places-query.js';
import { type TypingErrors } from './body/words.js';
import { type GeoPoint } from './query/geometry.js';
import { type Landmark } from './query/landmarks.js';
import { type RecognizedAddress, type RecognizedNumber } from './query/numbers.js';
import { type RecognizedKind, type RecognizedTime } from './query/roles.js';
import { type NameLike, type SearchRequest, type MatchOptions, type WordsTerm } from './query/search-request.js';
import { type WordVariants } from './query/synonyms.js';
import { type Where } from './query/where.js';

/** A whole search, before `plan.ts` plans its stages. */
export type UnplannedRequest = SearchRequest & MatchOptions;

/** A stage of a search: which words it searches, and which roles the words have. All pages and facets of a search use the same stage. */
export interface Stage {
  /** Typing errors that each word may have. */
  readonly typingErrors: TypingErrors;
  /** The words that are searched, as typed with their punctuation: `AC/DC`. Empty if every word has a role. */
  readonly text: string;
  /** The text that scores places, if it has more words than `text`. */
  readonly scoredText?: string;
  /** The words of `text`. */
  readonly words: readonly string[];
  /** The words of `q` that the stage leaves out. */
  readonly omitted: readonly string[];
  /** Inflections and synonyms of the words. */
  readonly variants: WordVariants;
  /** The area that words of `q` name. */
  readonly where?: Where;
  readonly kind?: RecognizedKind;
  /** The words that ask for places near the caller: `near me`. */
  readonly near?: string;
  readonly landmark?: FoundLandmark;
  /** The landmark that words of `q` name, if no place has its name. */
  readonly missingLandmark?: Landmark;
  readonly when?: RecognizedTime;
  readonly number?: RecognizedNumber;
  /** The street that places must be on. The house number only sorts them. */
  readonly address?: RecognizedAddress<readonly string[]>;
  /** Whether the name must have all words. */
  readonly matchesNameOnly?: boolean;
  readonly nameLike?: NameLike;
  /** Whether places beyond the default radius are found. */
  readonly isBeyondDefaultRadius?: boolean;
}

/** A landmark with its place: the place that has its name, or the nearest of its kind. */
export interface FoundLandmark {
  readonly words: string;
  readonly point: GeoPoint;
  readonly placeId: string;
  readonly placeName: string;
}

/** The search of a stage: its request and its cost. */
export interface StageSearch extends CostedSearch {
  readonly type: 'search';
  /** Absent if the search has no words. */
  readonly stage?: Stage;
}

/** A search by words of `q`. */
export type WordsRequest = UnplannedRequest & { readonly term: WordsTerm };

export function searchesWords(request: UnplannedRequest): request is WordsRequest {
  return request.term?.type === 'words';
}

/** The search of a stage: the request with the words and roles of the stage, and its cost. */
export function searchOfStage(request: UnplannedRequest, stage: Stage | undefined): StageSearch {
  if (!stage || !searchesWords(request)) return searchOfRequest(request, 0);
  return { ...searchOfRequest(requestOfStage(request, stage), stage.typingErrors), stage };
}

/** The search of a request. @param typingErrors that each word may have */
export function searchOfRequest(request: SearchRequest, typingErrors: TypingErrors): StageSearch {
  return { type: 'search', request, typingErrors, cost: totalCost(searchCost(request, typingErrors)) };
}

function requestOfStage(request: WordsRequest, stage: Stage): SearchRequest {
  const { term: typed, roles: _roles, namedOpenFilter, radius, hasDefaultRadius, ...others } = request;
  const { text, scoredText, where, variants, kind, near, landmark, when, number, address, matchesNameOnly } = stage;
  const term: WordsTerm = { type: 'words', text, ...(scoredText !== undefined && { scoredText }), variants };
  // If words name an area or a landmark, the default radius does not limit the search. The centre still sorts places.
  const limits = radius !== undefined && !(hasDefaultRadius && (hasLocation(stage) || stage.isBeyondDefaultRadius));
  return {
    ...others,
    ...(limits && { radius }),
    ...(text !== '' && { term }),
    ...(where && { where }),
    ...(kind && { kind }),
    ...(landmark && { landmarkPoint: landmark.point }),
    ...(number && { number }),
    ...(address && { address }),
    ...(matchesNameOnly && { matchesNameOnly }),
    ...(stage.nameLike && { nameLike: stage.nameLike }),
    ...(when && namedOpenFilter && { namedOpenFilter }),
    ...((kind ?? near) !== undefined && request.centre && { isNearestFirst: true }),
    ...(stageHasRoles(stage) && { typedText: typed.text }),
  };
}

/** Whether words have another role than to be a part of a name. */
export function stageHasRoles(stage: Stage): boolean {
  const { kind, near, when, number } = stage;
  return hasLocation(stage) || [kind, near, when, number].some((role) => role !== undefined);
}

/** Whether words name an area or a landmark that places must be in or near. */
export function hasLocation({ where, landmark }: Stage): boolean {
  return landmark !== undefined || (where !== undefined && where.relation !== 'preferred');
}
