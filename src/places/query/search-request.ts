import { type FacetRequest, type SortKey } from './selection.js';
import { type Filter, checkFilter } from './filter.js';
import { type GeoPoint } from './geometry.js';
import { type SearchLocation } from './location.js';
import { type HoursCondition, type LocalTime, type OpenAt } from './open.js';
import { type RecognizedAddress, type RecognizedNumber } from '../words/numbers.js';
import { type RecognizedKind } from '../words/named-kinds.js';
import { type EnabledRoles } from '../words/roles.js';
import { type Where } from '../words/where.js';
import { findField } from './fields.js';
import { isLongerThan, LIMITS, failure, success, type QueryResult } from './parsing.js';
import { MATCH_ALL_FILTERS, parseFilter } from './parse-filter.js';
import { withoutInvisible, withPlainSigns } from '../words/fold.js';
import { withSpaces } from '../words/words.js';
import { type WordVariants } from '../words/synonyms.js';

/** A checked place search (docs/query-language.md). */
export interface SearchRequest extends SearchLocation {
  // From the parameters.
  /** `q`; absent, every place matches. */
  readonly term?: SearchTerm;
  /** `fq`; a place must match all of them. */
  readonly filters: readonly Filter[];
  /** `open`; absent, closed places are found too. */
  readonly openAt?: OpenAt;
  /** Whether each place shows if it is open. */
  readonly includesOpen?: boolean;
  /** `sort`; empty means by relevance. */
  readonly sort: readonly SortKey[];
  /** Page size, at most 50. 0 only counts. */
  readonly rows: number;
  /** Offset of the first result, 0 to 10,000. */
  readonly start: number;
  /** `facet.field`; absent, no values are counted. */
  readonly facets?: FacetRequest;

  // Added by `SearchPlanner.resolve`, which also finds the roles of words (`ResolvedRequest`).
  /** `openAt` as local times of the places in the index. */
  readonly openFilter?: HoursCondition;
  /** When each place shows whether it is open; absent, it does not. */
  readonly openShownAt?: readonly LocalTime[];
  /** Places must be open at the time that words of `q` name. Only stages that use these words keep it. */
  readonly namedOpenFilter?: HoursCondition;

  // Added by `searchStep`, from a stage. `term` then has the words that are searched.
  /** The area that words of `q` name. `term` has the other words; with the relation `preferred`, it has all words. */
  readonly where?: Where;
  /** The kind of place that words of `q` name. `term` has the other words. */
  readonly kind?: RecognizedKind;
  /** The telephone number or postcode that words of `q` are. */
  readonly number?: RecognizedNumber;
  /** The point of a landmark that words of `q` name. Places around it are found, the nearest first. */
  readonly landmarkPoint?: GeoPoint;
  /** A street that places must be on, each word with its abbreviations. Places with the nearest house numbers come first. */
  readonly address?: RecognizedAddress<readonly string[]>;
  /** Whether the nearest places come first, because words of `q` ask for a kind of place or for what is near. */
  readonly isNearestFirst?: boolean;
  /** Whether words of `q` name a city or district, and the centre is only a bias: then how near places are to it does not count. */
  readonly isInNamedArea?: boolean;
  /** All of `q` as typed, if words have roles. Places with all these words in their name are found too, even outside the area or kind. */
  readonly typedText?: string;
  /** Whether the name must have all words of the term. */
  readonly matchesNameOnly?: boolean;
  /** Finds only places whose name is like the text. */
  readonly nameLike?: NameLike;
}

/** The conditions for a name that is like a text: it is one of `names`, or it has all `words` but one. */
export interface NameLike {
  /** Whole names, the longest first. */
  readonly names: readonly string[];
  /** The words of the text. The name must have all of them but one. */
  readonly words: readonly string[];
  /** The words without stop words. The name must have at least one of them. */
  readonly essential: readonly string[];
  /** Given if only one word is essential. The place must be in this area, or have the words of the area in its name. */
  readonly where?: Where | undefined;
}

/** How far the steps of a search go. `exact`: words as typed. `corrected`: also variants and typing errors. `relaxed`: also without some words. */
export const MATCHES = ['exact', 'corrected', 'relaxed'] as const;

type Match = (typeof MATCHES)[number];

/** The options for the words of `q`: the parameters `match`, and `q.kind`, `q.where` and so on. */
export interface MatchOptions {
  readonly match: Match;
  readonly enabledRoles: EnabledRoles;
}

/** A parsed `q`: words, or one clause of the filter language. */
export type SearchTerm = WordsTerm | FilterTerm;

export interface WordsTerm {
  readonly type: 'words';
  readonly text: string;
  /** Inflections and synonyms of its words; absent, none count. */
  readonly variants?: WordVariants;
}

interface FilterTerm {
  readonly type: 'filter';
  readonly filter: Filter;
}

/**
 * The words of a kind, and the words without a role, as words to search: for places that have them although they are not known to be of
 * the kind. Of several kinds, each has words of its own.
 *
 * @param term the words without a role; a filter has none
 */
export function wordsOfKind(
  { textWithoutQualifiers, variants, eitherOf }: RecognizedKind,
  term?: SearchRequest['term'],
): WordsTerm[] {
  if (!eitherOf) return [{ type: 'words', text: textWithoutQualifiers, ...(variants && { variants }) }];
  // The positions of synonyms are those in the whole text.
  const ofEach = variants && { variants: { ...variants, synonyms: [] } };
  const text = term?.type === 'words' ? term.text : '';
  return eitherOf.map((words) => ({ type: 'words', text: `${text} ${words}`.trim(), ...ofEach }));
}

/** Texts that match every place. Only in `q`, `*` alone is one of them. */
const MATCH_ALL = [...MATCH_ALL_FILTERS, '*'];

/**
 * Parses `q`. One clause of the filter language with a filterable field is a filter; any other text is words. Returns
 * `undefined` for a text that matches every place.
 */
export function parseSearchTerm(text: string): QueryResult<SearchTerm | undefined> {
  if (isLongerThan(LIMITS.termLength, text)) {
    return failure({ value: text, reason: `the search term has at most ${LIMITS.termLength} characters` });
  }
  const visible = withoutInvisible(text).trim();
  if (MATCH_ALL.includes(visible)) return success(undefined);
  const words: SearchTerm = { type: 'words', text: withSpaces(withPlainSigns(visible.normalize('NFC'))) };
  // Most texts have no colon, so they cannot be a clause.
  if (!visible.includes(':')) return success(words);
  const parsed = parseFilter(visible);
  if (!parsed.ok || parsed.value.type !== 'clause' || findField(parsed.value.field)?.filterable !== true) {
    return success(words);
  }
  const checked = checkFilter(visible, parsed.value);
  return checked.ok ? success({ type: 'filter', filter: checked.value }) : checked;
}
