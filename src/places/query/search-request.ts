import { type Selection } from '../../http/request/field-selection.js';
import { type FacetRequest } from './facets.js';
import { type Filter } from './filter.js';
import { type GeoPoint, type Rectangle } from './location.js';
import { type SortKey } from './sort.js';
import { type Term } from './term.js';

/** A place search that has passed every check (interface section 4.3; design section 5). */
export interface SearchRequest {
  /** `q`; absent, every place matches. */
  readonly term?: Term;
  /** `fq`: all must hold. */
  readonly filters: readonly Filter[];
  /** `sort`; empty means by relevance. The id is always the last key and need not be named. */
  readonly sort: readonly SortKey[];
  /** The point that distances are measured from. */
  readonly centre?: GeoPoint;
  /** Metres around the centre that limit the result. Absent, the centre does not limit. */
  readonly radius?: number;
  readonly rectangle?: Rectangle;
  /** Page size, 1 to 50. */
  readonly rows: number;
  /** Offset of the first result, 0 to 10,000. */
  readonly start: number;
  /** `fl`; absent, the default fields. */
  readonly selection?: Selection;
  /** `facet.field`: what to count beside; absent, nothing is counted. */
  readonly facets?: FacetRequest;
}
