import { type QueryClause, type SortClause } from './clauses.js';
import { toLatLon } from './location-filter.js';
import { type SearchLocation } from '../query/location.js';
import { limits } from './search-body.js';
import { SEARCH_FIELDS } from './search-fields.js';
import { type SearchRequest } from '../query/search-request.js';
import { isCorrectable, typedWords } from '../query/text/typed-words.js';
import { beginsWholeName, isWholeName } from './exact-name.js';

/** What somebody is typing, and where to look (design, section 5): the filters and location of a search. */
export interface SuggestRequest extends SearchLocation, Pick<SearchRequest, 'filters'> {
  readonly text: string;
  /** 1 to 20. */
  readonly rows: number;
}

/** The body of an Elasticsearch search for suggestions; the time limit is the caller's. */
export interface SuggestBody {
  query: QueryClause;
  sort: SortClause[];
  size: number;
  track_total_hits: false;
  _source: string[];
}

/** The words of a longer text are looked for as they were typed; what bounds the cost. */
const CORRECTED_WORDS = 8;

/** How many corrections of a word are tried, nearest first. */
const CORRECTIONS = 30;

/** One error from the fourth letter on, and never two: no text here is that long. */
const FUZZINESS = 'AUTO:4,1000';

/** Whether words are looked for as they were typed, or with a typing error too. */
export type Spelling = 'as typed' | 'corrected';

/** What lifts a name, each more than all after it together, so that the score alone is the order of these. */
const RANK = { asTyped: 8, wholeName: 4, beginsWithText: 2, beginsWithWord: 1 } as const;

/**
 * The search for places of which every typed word begins a word of the name: a pure function. Nothing in it expands to
 * more than a fixed number of terms, because the index holds the beginnings.
 *
 * @param spelling what is `corrected` finds what is `as typed` too, and before all else, at twice the cost
 */
export function suggestBody(request: SuggestRequest, spelling: Spelling): SuggestBody {
  const { beginnings, wholeBeginnings } = SEARCH_FIELDS;
  const { text, centre } = request;
  const words = typedWords(text);
  const corrects = spelling === 'corrected' && words.length <= CORRECTED_WORDS;
  const ranks = [
    rank(isWholeName(text), RANK.wholeName),
    rank(beginsWholeName(text), RANK.beginsWithText),
    // What begins the first word begins the whole name as well.
    rank(allBegun(wholeBeginnings, words.slice(0, 1), corrects), RANK.beginsWithWord),
  ];
  if (corrects) ranks.push(rank(allBegun(beginnings, words, false), RANK.asTyped));
  return {
    query: {
      bool: {
        filter: [...limits(request), allBegun(beginnings, words, corrects)],
        should: ranks,
      },
    },
    sort: [
      { _score: { order: 'desc' } },
      centre
        ? { _geo_distance: { geo: toLatLon(centre), order: 'asc', unit: 'm', distance_type: 'arc' } }
        : { 'statistics.pageviews': { order: 'desc', missing: '_last' } },
      { id: { order: 'asc' } },
    ],
    size: request.rows,
    track_total_hits: false,
    _source: ['id', 'name', 'written.name'],
  };
}

/** That every word is among the beginnings that a field holds. */
function allBegun(field: string, words: readonly string[], corrects: boolean): QueryClause {
  const isFree = (word: string): boolean => corrects && isCorrectable(word);
  const fixed = words.filter((word) => !isFree(word)).join(' ');
  const free = words.filter(isFree).join(' ');
  const clauses: QueryClause[] = [];
  if (fixed !== '') clauses.push({ match: { [field]: { query: fixed, operator: 'and' } } });
  if (free !== '') {
    const correction = { fuzziness: FUZZINESS, max_expansions: CORRECTIONS };
    clauses.push({ match: { [field]: { query: free, operator: 'and', ...correction } } });
  }
  return { bool: { filter: clauses } };
}

function rank(filter: QueryClause, boost: number): QueryClause {
  return { constant_score: { filter, boost } };
}
