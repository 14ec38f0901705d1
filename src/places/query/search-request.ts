import { type FacetRequest } from './facets.js';
import { type Filter } from './filter-types.js';
import { type SearchLocation } from './location.js';
import { type HoursCondition, type LocalTime, type OpenAt } from './open.js';
import { type SortKey } from './sort.js';
import { type SearchTerm } from './search-term.js';
import { type Where } from './where/area.js';

/** A checked place search (docs/query-language.md). */
export interface SearchRequest extends SearchLocation {
  /** `q`; absent, every place matches. */
  readonly term?: SearchTerm;
  /** Where the words of `q` say that places are. `term` has the other words, except for `first`. */
  readonly where?: Where;
  /** `q` as typed, if places that have all its words are found wherever they are. */
  readonly wholeText?: string;
  /** `fq`; a place must match all of them. */
  readonly filters: readonly Filter[];
  /** `sort`; empty means by relevance. */
  readonly sort: readonly SortKey[];
  /** Page size, 1 to 50. */
  readonly rows: number;
  /** Offset of the first result, 0 to 10,000. */
  readonly start: number;
  /** `open`; absent, closed places are found too. */
  readonly openAt?: OpenAt;
  /** `openAt` as local times of the places in the index. */
  readonly hours?: HoursCondition;
  /** Whether each place shows if it is open. */
  readonly showsOpen?: boolean;
  /** When each place shows whether it is open; absent, it does not. */
  readonly showOpenAt?: readonly LocalTime[];
  /** `facet.field`; absent, no values are counted. */
  readonly facets?: FacetRequest;
}
