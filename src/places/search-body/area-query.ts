import { type SearchRequest } from '../query/search-request.js';
import { type Area, type AddressPart, type Where } from '../query/where/area.js';
import { type QueryClause } from './clauses.js';
import { exactNameQuery } from './exact-name.js';
import { circleFilter } from './location-filter.js';
import { SEARCH_FIELDS } from './search-fields.js';
import { constantScore, EXACT_NAME_BOOST, type SearchTextQuery } from './search-text-query.js';
import { type TypingErrors } from './single-word-query.js';

/** More than the words of a text usually score, and less than a whole name. */
const AREA_BOOST = 300;

/** How far around an area is still near: a part of its radius, and metres. */
const NEAR = { radii: 1.5, min: 1000, max: 50_000 } as const;

/** The places that lie where the words of `q` say; empty if they say nothing, or only which come first. */
export function areaFilters(where: Where | undefined): QueryClause[] {
  if (!where || where.relation === 'first') return [];
  const { area, relation } = where;
  if (relation === 'in' || !area.centre) return [inArea(area)];
  const radius = Math.min(NEAR.max, Math.max(NEAR.min, NEAR.radii * area.radius));
  return [{ bool: { should: [inArea(area), circleFilter(area.centre, radius)], minimum_should_match: 1 } }];
}

/**
 * Adds where places must be, or which come first, to the query of the words.
 *
 * @param text the query of the words; absent if `q` only says where
 * @param typingErrors that each word may have
 */
export function withArea(
  request: SearchRequest,
  text: SearchTextQuery | undefined,
  typingErrors: TypingErrors,
): SearchTextQuery | undefined {
  const { where, wholeText } = request;
  if (!where) return text;
  const { must, should } = text ?? { must: [], should: [] };
  if (where.relation === 'first') return { must, should: [...should, comesFirst(where, request.term, typingErrors)] };
  const there: QueryClause = { bool: { must, filter: areaFilters(where) } };
  const ranked = where.relation === 'near' ? [...should, constantScore(inArea(where.area), AREA_BOOST)] : should;
  if (wholeText === undefined) return { must: [there], should: ranked };
  return {
    must: [{ bool: { should: [there, hasAllWords(SEARCH_FIELDS.words, wholeText)], minimum_should_match: 1 } }],
    should: [...ranked, constantScore(exactNameQuery(wholeText), EXACT_NAME_BOOST)],
  };
}

/**
 * Places in the area. Names with all words come first as well, the last one unfinished: Newport Creamery in Pawtucket for
 * `newport cream`. Beside typing errors, names with the other words as typed do.
 */
function comesFirst({ area, rest }: Where, term: SearchRequest['term'], typingErrors: TypingErrors): QueryClause {
  const there = inArea(area);
  if (rest === '' || term?.type !== 'words') return constantScore(there, AREA_BOOST);
  const named =
    typingErrors > 0 ? hasAllWords(SEARCH_FIELDS.nameWords, rest) : hasAllWords(SEARCH_FIELDS.namePrefixes, term.text);
  return constantScore({ bool: { should: [there, named], minimum_should_match: 1 } }, AREA_BOOST);
}

/** Places whose address has the names of the area. */
export function inArea({ address }: Area): QueryClause {
  const parts = Object.entries(address) as [AddressPart, string][];
  return { bool: { filter: parts.map(([part, value]) => ({ term: { [`address.${part}`]: { value } } })) } };
}

function hasAllWords(field: string, text: string): QueryClause {
  return { match: { [field]: { query: text, operator: 'and' } } };
}
