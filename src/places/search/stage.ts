import { searchCost, totalCost } from '../body/cost.js';
import { type CostedSearch } from '../body/places-query.js';
import { type TypingErrors } from '../body/words-query.js';
import { essentialWords, withoutEach, wordsNotIn } from '../words/fillers.js';
import { type GeoPoint } from '../query/geometry.js';
import { type ReaderLanguage } from '../../http/reader-languages.js';
import { type Landmark } from '../words/landmarks.js';
import { type Locality, type LocalitySpan } from '../words/localities.js';
import { PLAIN_POSTCODE, postcodePrefixes, type RecognizedAddress, type RecognizedNumber } from '../words/numbers.js';
import { type RecognizedKind } from '../words/named-kinds.js';
import { type Misspelling } from '../words/misspellings.js';
import { hasAnyRole, type RecognizedTime, type WordRoles } from '../words/roles.js';
import { type NameLike, type SearchRequest, type MatchOptions, type WordsTerm } from '../query/search-request.js';
import { type WordVariants } from '../words/synonyms.js';
import { type NamedTime } from '../words/times.js';
import { isLocal, type Where } from '../words/where.js';
import { splitAtSeparators } from '../words/words.js';

/**
 * The types of a search, in the order in which one becomes the next:
 *
 *   PlaceSearchRequest    the checked parameters (`search-parameters.ts`)
 *                         + default radius (`SearchPlanner.prepare`)
 *   ResolvedRequest       + roles and local times (`SearchPlanner.resolve`)
 *   Stage                 which of its words are searched, and as what (`SearchPlanner.steps`)
 *   SearchStep            the stage as a request of its own, with its cost (`searchStep`)
 *   ElasticsearchQuery    its body, and how the response is read (`placesQuery`)
 *   SearchHits            one page of hits (`ElasticsearchSearcher.run`)
 *   StageHits             + the stage that found them (`PlaceSearch.runSteps`)
 *   FoundPlaces           what the controller presents (`PlaceSearch.search`)
 */

/** A whole search whose words have their roles. `SearchPlanner.resolve` makes it, and `SearchPlanner.steps` plans its steps. */
export type ResolvedRequest = SearchRequest &
  MatchOptions & {
    readonly roles: WordRoles | undefined;
    /** Of the reader: in these, the header names the landmark. Absent, as its data name it. */
    readonly languages?: readonly ReaderLanguage[];
    /** Whether some words were guessed to be a kind (`SearchPlanner.withKindGuess`). */
    readonly isGuess?: true;
    /** Present if the words have a misspelt one for a kind. */
    readonly spelling?: Misspelling;
  };

/** Which words are searched, and which roles they have. All pages and facets of a search use the stage that found the first place. */
export interface Stage {
  /** Typing errors that each word may have. */
  readonly typingErrors: TypingErrors;
  /** The words without a role, as typed with their punctuation: `AC/DC`. Empty if there are none, and in steps that search the street alone. */
  readonly text: string;
  /** The words that are searched: those of `text`, or of `address`. */
  readonly words: readonly string[];
  /** The words of `q` that the stage leaves out. */
  readonly omitted: readonly string[];
  /** Those of them that are praise or words of a question. A place need not have them even if it must have all other words. */
  readonly ignored?: readonly string[];
  /** Inflections and synonyms of the words. */
  readonly variants: WordVariants;
  /** The misspelt word for a kind. All texts of the stage have the word that was meant. */
  readonly spelling?: Misspelling;
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
  readonly nameLike?: NameLike;
  /** Whether places beyond the default radius are found. */
  readonly isBeyondDefaultRadius?: boolean;
}

/** A landmark with its place: the place that has its name, or the nearest of its kind. */
export interface FoundLandmark {
  readonly words: string;
  readonly point: GeoPoint;
  readonly placeId: string;
  /** In the language of the reader. */
  readonly placeName: string;
}

/** Words that name a locality, with where it is. */
export interface FoundLocality {
  readonly span: LocalitySpan;
  readonly locality: Locality;
}

/** A step of a plan that searches one stage. */
export interface SearchStep extends CostedSearch {
  readonly type: 'search';
  /** Absent if the search has no words: then its only step is the request itself. */
  readonly stage?: Stage;
}

/** A search by words of `q`. */
export type WordsRequest = ResolvedRequest & { readonly term: WordsTerm };

export function searchesWords(request: ResolvedRequest): request is WordsRequest {
  return request.term?.type === 'words';
}

/** The request with the words and roles of a stage, and its cost. */
export function searchStep(request: ResolvedRequest, stage: Stage | undefined): SearchStep {
  if (!stage || !searchesWords(request)) return { type: 'search', ...costedSearch(request, 0) };
  return { type: 'search', ...costedSearch(requestOfStage(request, stage), stage.typingErrors), stage };
}

/** @param typingErrors that each word may have */
export function costedSearch(request: SearchRequest, typingErrors: TypingErrors): CostedSearch {
  return { request, typingErrors, cost: totalCost(searchCost(request, typingErrors)) };
}

function requestOfStage(request: WordsRequest, stage: Stage): SearchRequest {
  const {
    term: typed,
    roles: _roles,
    spelling: _spelling,
    isGuess: _isGuess,
    namedOpenFilter,
    radius,
    hasDefaultRadius,
    ...others
  } = request;
  const { text, where, variants, kind, near, landmark, when, number, address } = stage;
  const term: WordsTerm = { type: 'words', text, variants };
  // If words say where, the default radius does not limit the search. The centre still sorts places.
  const limits = radius !== undefined && !(hasDefaultRadius && (saysWhere(stage) || stage.isBeyondDefaultRadius));
  // What is there is asked for, not what is near the user or the middle of a map.
  const isInNamedArea =
    request.isBias === true && near === undefined && where?.relation === 'in' && isLocal(where.area);
  return {
    ...others,
    ...(limits && { radius }),
    ...(text !== '' && { term }),
    ...(where && { where }),
    ...(kind && { kind }),
    ...(landmark && { landmarkPoint: landmark.point }),
    ...(number && { number }),
    ...(address && { address }),
    ...(stage.nameLike && { nameLike: stage.nameLike }),
    ...(when && namedOpenFilter && { namedOpenFilter }),
    ...((kind ?? near) !== undefined && request.centre && !isInNamedArea && { isNearestFirst: true }),
    ...(isInNamedArea && { isInNamedArea }),
    ...(stageHasRoles(stage) && { typedText: stage.spelling?.text ?? typed.text }),
  };
}

/** Whether words have another role than to be a part of a name. */
export function stageHasRoles(stage: Stage): boolean {
  const { kind, near, when, number } = stage;
  return hasLocation(stage) || [kind, near, when, number].some((role) => role !== undefined);
}

/**
 * Whether words say where places are: an area, a landmark, or a telephone number or postcode without a kind. Beside a kind, a postcode of
 * a few digits may be of any country: `bakery 6011`.
 */
function saysWhere({ where, landmark, number, kind }: Stage): boolean {
  return [where, landmark, kind ? undefined : number].some((role) => role !== undefined);
}

/** Whether words name an area or a landmark that places must be in or near. */
export function hasLocation({ where, landmark }: Stage): boolean {
  return landmark !== undefined || (where !== undefined && where.relation !== 'preferred');
}

/** The point that words ask to be near: the landmark, or the middle of an area. */
export function pointNear({ where, landmark }: Stage): GeoPoint | undefined {
  return landmark?.point ?? (where?.relation === 'near' ? where.area.centre : undefined);
}

/**
 * The stage with a less strict postcode, for a kind with a postcode (`bakery eh1 1aa`). Widens a British postcode to its district. Drops
 * a number that may not be a postcode. Undefined if neither applies.
 */
export function postcodeDistrictStage({ number, ...stage }: Stage): Stage | undefined {
  if (!stage.kind || number?.type !== 'postcode') return undefined;
  // `m6` may be a road instead of a part of Manchester.
  if (number.prefixes) return { ...stage, omitted: [...stage.omitted, number.words] };
  const [typed = ''] = number.postcodes;
  const prefixes = postcodePrefixes(typed);
  if (prefixes.length === 0)
    return PLAIN_POSTCODE.test(typed) ? { ...stage, omitted: [...stage.omitted, number.words] } : undefined;
  return {
    ...stage,
    number: { ...number, prefixes },
    omitted: [...stage.omitted, number.words.replace(/[,.;]$/u, '').slice(-3)],
  };
}

/** Words with their inflections and synonyms. */
export type WordsWithVariants = Pick<Stage, 'words' | 'variants'>;

/** The stage with only some of its words, each as often as it stays. It no longer prefers an area if a word of the area's name is left out. */
export function withoutSomeWords({ where, ...typed }: Stage, { words, variants }: WordsWithVariants): Stage {
  const isNamed =
    where &&
    (where.relation !== 'preferred' || wordsNotIn(essentialWords(splitAtSeparators(where.words)), words).length === 0);
  const kept = { text: words.join(' '), words, variants };
  return { ...typed, ...kept, ...leavingOut(typed, words), ...(isNamed && { where }) };
}

/** The words that a stage leaves out if it keeps only some, each as often as it stays, and its kind without them. */
export function leavingOut(typed: Pick<Stage, 'words' | 'omitted' | 'kind'>, kept: readonly string[]) {
  const leftOut = withoutEach(typed.words, kept);
  const kind = typed.kind && kindWithout(typed.kind, leftOut);
  return { omitted: [...typed.omitted, ...leftOut], ...(kind && { kind }) };
}

/** The kind without some words of its text. Drops synonyms, because their positions refer to the longer text. */
function kindWithout(kind: RecognizedKind, words: readonly string[]): RecognizedKind {
  const textWithoutQualifiers = withoutEach(splitAtSeparators(kind.textWithoutQualifiers), words).join(' ');
  if (textWithoutQualifiers === kind.textWithoutQualifiers) return kind;
  return { ...kind, textWithoutQualifiers, variants: { inflections: true, synonyms: [] } };
}

/** The places of an area that is larger, in metres, have no middle that others may be near. Some data have wrong coordinates. */
const MAX_RADIUS_OF_NEAR_AREA = 30_000;

/** Whether places around an area count. `near` a country, a state or an area without a position means in it. */
export function isAround({ relation, area }: Where): boolean {
  return relation === 'near' && isLocal(area) && area.centre !== undefined && area.radius <= MAX_RADIUS_OF_NEAR_AREA;
}

/** The roles with the time that was used. */
export function withTime({ when, rolesIfName, rolesIfNotALandmark, ...roles }: WordRoles, time: NamedTime): WordRoles {
  return {
    ...roles,
    ...(when && { when: { ...when, time } }),
    ...(rolesIfName && { rolesIfName: withTime(rolesIfName, time) }),
    ...(rolesIfNotALandmark && { rolesIfNotALandmark: withTime(rolesIfNotALandmark, time) }),
  };
}

/** The step that finds places beyond the default radius, the nearest first. A radius that the caller gave always applies. */
export function* beyondDefaultRadius(request: ResolvedRequest, stage: Stage): Generator<SearchStep> {
  if (request.hasDefaultRadius && (stage.kind ?? stage.near) !== undefined && !saysWhere(stage))
    yield searchStep(request, { ...stage, isBeyondDefaultRadius: true });
}

/** Whether the text only names an area. Then all places that have its name are found, wherever they are. */
export function isAreaOnly({ text, where, ...others }: WordRoles): boolean {
  return where?.relation === 'preferred' && text === '' && !hasAnyRole({ text, ...others });
}
