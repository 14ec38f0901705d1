import { anyField, hasAllWords, oneOf, type QueryClause, SEARCH_FIELDS } from './clauses.js';
import { openClause } from './hours.js';
import { circleFilter } from './location-filters.js';
import { allWordsIn, type TypingErrors } from './words-query.js';
import { type KindDefinition } from '../words/catalogues.js';
import { type GeoPoint } from '../query/geometry.js';
import { type RecognizedAddress, type RecognizedNumber } from '../words/numbers.js';
import { type SearchRequest } from '../query/search-request.js';
import { type Area, type Where } from '../words/where.js';

/** The filters for all roles of words: the kind, the area, the time and so on. */
export function roleFilters(request: SearchRequest, typingErrors: TypingErrors = 0): QueryClause[] {
  const { kind } = request;
  return [...filtersExceptKind(request, typingErrors), ...(kind ? [kindFilter(kind)] : [])];
}

/** The filters for all roles except the kind. */
export function filtersExceptKind(request: SearchRequest, typingErrors: TypingErrors): QueryClause[] {
  const { where, number, landmarkPoint, address, namedOpenFilter } = request;
  const filters = areaFilters(where);
  if (number) filters.push(numberFilter(number));
  if (landmarkPoint) filters.push(circleFilter(landmarkPoint, LANDMARK_RADIUS));
  if (address) filters.push(...addressFilters(address, typingErrors));
  if (namedOpenFilter) filters.push(openClause(namedOpenFilter.at));
  return filters;
}

/** Places are near an area within this multiple of its radius, at least `min` and at most `max` metres. A village lacks much. */
const NEAR = { radii: 1.5, min: { city: 5000, others: 1000 }, max: 50_000 } as const;

function radiusNear({ type, radius }: Area): number {
  return Math.max(NEAR.min[type === 'city' ? type : 'others'], NEAR.radii * radius);
}

/** The filters for places in or near the area that words name. None without an area, or if its places only come first. */
export function areaFilters(where: Where | undefined): QueryClause[] {
  if (!where || where.relation === 'preferred') return [];
  const { area, relation } = where;
  // Only its position is known (`words/localities.ts`).
  if (area.ids.length === 0 && area.centre)
    return [circleFilter(area.centre, relation === 'near' ? radiusNear(area) : area.radius)];
  if (relation === 'in' && area.type === 'district' && area.centre) return [inDistrict(area, area.centre)];
  if (!area.centre) return [inArea(area)];
  if (relation === 'in') return [area.type === 'city' ? inCity(area, area.centre) : inArea(area)];
  const close = circleFilter(area.centre, Math.min(NEAR.max, radiusNear(area)));
  return [{ bool: { should: [inArea(area), close], minimum_should_match: 1 } }];
}

/** Places in a city. Those whose address has no city count by their position. */
function inCity(area: Area, centre: GeoPoint): QueryClause {
  if (area.radius === 0) return inArea(area);
  const filter = [circleFilter(centre, Math.min(NEAR.max, area.radius))];
  return { bool: oneOf([inArea(area), { bool: { filter, must_not: [{ exists: { field: 'address.city' } }] } }]) };
}

/** The radius of a district, in metres. The few places that name it may lie anywhere. */
const DISTRICT_RADIUS = { min: 1000, max: 2000 } as const;

/**
 * Places in a district. Many addresses have no district, so places close by count too if their name or street has the district's name, or
 * if most addresses of the city have none.
 */
function inDistrict(area: Area, centre: GeoPoint): QueryClause {
  const close = circleFilter(centre, radiusNear(area));
  const named = { bool: { filter: [hasAllWords(SEARCH_FIELDS.words, area.name), close] } };
  const { min, max } = DISTRICT_RADIUS;
  const around = area.isPartial ? [circleFilter(centre, Math.min(max, Math.max(min, area.radius)))] : [];
  return { bool: oneOf([inArea(area), named, ...around]) };
}

/** Places are near a landmark within so many metres. */
const LANDMARK_RADIUS = 5000;

/** Places of the kind. */
export function kindFilter({ ids, acceptsWeakEvidence = false }: KindDefinition): QueryClause {
  const { sureKinds, namedKinds, likelyKinds, weakKinds } = SEARCH_FIELDS;
  const fields = [sureKinds, namedKinds, likelyKinds, ...(acceptsWeakEvidence ? [weakKinds] : [])];
  return { bool: oneOf(fields.map((field) => ofKinds(field, ids))) };
}

export function ofKinds(field: string, ids: readonly string[]): QueryClause {
  return { terms: { [field]: ids } };
}

function numberFilter({ phones, phonePrefixes = [], postcodes, prefixes = [] }: RecognizedNumber): QueryClause {
  const fields = Object.entries({ phones, 'address.zipcode': postcodes });
  const whole = fields.flatMap(([field, values]) => (values.length > 0 ? [{ terms: { [field]: values } }] : []));
  const starting = Object.entries({ phones: phonePrefixes, 'address.zipcode': prefixes });
  const starts = starting.flatMap(([field, values]) => values.map((value) => ({ prefix: { [field]: { value } } })));
  return { bool: oneOf([...whole, ...starts]) };
}

/** The filters for a street: a place must have each word of the street and of the locality, or a spelling of it. */
function addressFilters(
  { street, locality }: RecognizedAddress<readonly string[]>,
  typingErrors: TypingErrors,
): QueryClause[] {
  const share = 1 / (street.length + locality.length);
  const inField = (field: string) => (spellings: readonly string[]) =>
    anyField(spellings, (text) => allWordsIn(field, text, typingErrors, share));
  return [...street.map(inField(SEARCH_FIELDS.street)), ...locality.map(inField(SEARCH_FIELDS.words))];
}

/** Places in the area. */
export function inArea({ ids }: Pick<Area, 'ids'>): QueryClause {
  return { terms: { [SEARCH_FIELDS.areas]: ids } };
}
