import { openClause } from './hours.js';
import { anyField, anyOf, constantScore, hasAllWords, oneOf, type QueryClause, SEARCH_FIELDS } from './clauses.js';
import { circleFilter } from './location.js';
import {
  allWordsIn,
  EXACT_NAME_BOOST,
  exactNamePrefixQuery,
  exactNameQuery,
  exactNameScores,
  type SearchTextQuery,
  searchTextQuery,
  type TypingErrors,
} from './words.js';
import { type GeoPoint } from '../query/geometry.js';
import { type RecognizedAddress, type RecognizedNumber } from '../query/numbers.js';
import { type CategoryIds, type KindDefinition } from '../query/catalogues.js';
import { type NameLike, type SearchRequest, wordsOfKind } from '../query/search-request.js';
import { type AddressPart, type Area, type Where } from '../query/where.js';
import { hasEmoji, joinUnspaced, splitAtSeparators } from '../query/words.js';

/** Points for a place in the area that words name. More than words usually score, and less than a whole name. */
const AREA_BOOST = 300;

/** Places are near an area within this multiple of its radius, at least `min` and at most `max` metres. */
const NEAR = { radii: 1.5, min: 1000, max: 50_000 } as const;

/** The filters for places in or near the area that words name. None without an area, or if its places only come first. */
function areaFilters(where: Where | undefined): QueryClause[] {
  if (!where || where.relation === 'preferred') return [];
  const { area, relation } = where;
  if (relation === 'in' && area.type === 'district' && area.centre) return [inDistrict(area, area.centre)];
  if (relation === 'in' || !area.centre) return [inArea(area)];
  const radius = Math.min(NEAR.max, Math.max(NEAR.min, NEAR.radii * area.radius));
  return [{ bool: { should: [inArea(area), circleFilter(area.centre, radius)], minimum_should_match: 1 } }];
}

/** Places in a district. Many addresses have no district, so places close by count too if their name or street has the district's name. */
function inDistrict(area: Area, centre: GeoPoint): QueryClause {
  const close = circleFilter(centre, Math.max(NEAR.min, NEAR.radii * area.radius));
  const named = { bool: { filter: [hasAllWords(SEARCH_FIELDS.words, area.name), close] } };
  return { bool: oneOf([inArea(area), named]) };
}

/** The filters for all roles of words: the kind, the area, the time and so on. */
function roleFilters(request: SearchRequest, typingErrors: TypingErrors = 0): QueryClause[] {
  const { kind } = request;
  if (request.acceptsWordsOfKind) return relaxedRoleFilters(request, typingErrors);
  const filters = filtersExceptKind(request, typingErrors);
  return kind ? [...filters, kindFilter(kind)] : filters;
}

/** As `roleFilters`, for a search that leaves out some words. A place may have the words of the kind instead of being of the kind. */
export function relaxedRoleFilters(request: SearchRequest, typingErrors: TypingErrors = 0): QueryClause[] {
  const { kind } = request;
  const filters = filtersExceptKind(request, typingErrors);
  if (!kind) return filters;
  return [...filters, { bool: oneOf([kindFilter(kind), hasAllWords(SEARCH_FIELDS.wordStems, kind.kindWords)]) }];
}

function filtersExceptKind(request: SearchRequest, typingErrors: TypingErrors): QueryClause[] {
  const { where, number, landmarkPoint, address, namedOpenFilter } = request;
  const filters = areaFilters(where);
  if (number) filters.push(numberFilter(number));
  if (landmarkPoint) filters.push(circleFilter(landmarkPoint, LANDMARK_RADIUS));
  if (address) filters.push(...addressFilters(address, typingErrors));
  if (namedOpenFilter) filters.push(openClause(namedOpenFilter.at));
  return filters;
}

/** Places are near a landmark within so many metres. */
const LANDMARK_RADIUS = 5000;

function kindFilter({ phrases, broaderCategories, ...kind }: KindDefinition): QueryClause {
  const clauses = [...categoryClauses(kind), ofBrand(kind), ...phrases.map(inName)];
  if (broaderCategories) {
    const narrowed = { bool: oneOf(broaderCategories.phrases.map(inName)) };
    clauses.push({ bool: { filter: [{ bool: oneOf(categoryClauses(broaderCategories)) }, narrowed] } });
  }
  return { bool: oneOf(clauses) };
}

function ofBrand({ brandKinds }: Pick<KindDefinition, 'brandKinds'>): QueryClause {
  return { terms: { [SEARCH_FIELDS.brandKinds]: brandKinds } };
}

function inName(phrase: string): QueryClause {
  return hasAllWords(SEARCH_FIELDS.nameStems, phrase);
}

function categoryClauses({ categories, subcategories }: CategoryIds): QueryClause[] {
  return [
    ...(categories.length > 0 ? [{ terms: { 'categories.id': categories } }] : []),
    ...(subcategories.length > 0 ? [{ terms: { 'categories.subcategory.id': subcategories } }] : []),
  ];
}

function numberFilter({ phones, postcodes, prefixes = [] }: RecognizedNumber): QueryClause {
  const fields = Object.entries({ phones, 'address.zipcode': postcodes });
  const whole = fields.flatMap(([field, values]) => (values.length > 0 ? [{ terms: { [field]: values } }] : []));
  const starts = prefixes.map((value) => ({ prefix: { 'address.zipcode': { value } } }));
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

/** Points for roles. A place that matches all roles comes before a place that has the words in its name. */
const ROLE_BOOSTS = {
  ...{ category: 20, mixedCategory: 3, kindInName: 18 },
  ...{ allInName: 15, namePrefix: 100, exactKindName: 50 },
} as const;

/**
 * Adds the roles of the words of `q` to the query of its words without a role.
 *
 * @param text the query of the words without a role; absent if there are none
 * @param typingErrors that each word may have
 */
export function withRoles(
  request: SearchRequest,
  text: SearchTextQuery | undefined,
  typingErrors: TypingErrors,
): SearchTextQuery | undefined {
  const { where, typedText, kind, matchesNameOnly } = request;
  const { must, should } = text ?? { must: [], should: [] };
  if (where?.relation === 'preferred')
    return { must, should: [...should, constantScore(inArea(where.area), AREA_BOOST)] };
  if (matchesNameOnly && request.term?.type === 'words') {
    const named = { bool: oneOf(nameSpellings(request.term.text, typingErrors)) };
    return { must: [{ bool: { must: [named], filter: roleFilters(request) } }], should };
  }
  if (request.nameLike) return nameLikeQuery(request.nameLike);
  const filters = roleFilters(request, typingErrors);
  if (filters.length === 0) return text;
  const ranked = [...should, ...kindScores(kind), ...areaScores(where)];
  const meant: QueryClause = { bool: { must, filter: filters } };
  if (typedText === undefined) return { must: [meant], should: ranked };
  // A place that has all words is found, too.
  const exceptKind = filtersExceptKind(request, 0);
  const typed = kind && typingErrors === 0 ? searchTextQuery(wordsOfKind(kind), 0).must : undefined;
  const asWords = typed ? [{ bool: { filter: [...exceptKind, ...typed] } }] : [];
  const names = allInName(typedText, typingErrors);
  const asName = { bool: oneOf(names) };
  const scores = text
    ? scoresWithOtherWords(request, { filters, exceptKind, asName, typingErrors })
    : scoresOfRolesOnly(request, { filters, asName });
  return {
    must: [{ bool: oneOf([meant, ...asWords, ...names, ...unfinishedName(typedText, typingErrors)]) }],
    should: [...ranked, ...scores],
  };
}

interface ScoredClauses {
  /** The filters for all roles. */
  readonly filters: QueryClause[];
  /** Names with all words of `q`. */
  readonly asName: QueryClause;
}

/** Scores a search that has both words with a role and words without one. @param exceptKind the filters for all roles except the kind */
function scoresWithOtherWords(
  request: SearchRequest,
  {
    filters,
    exceptKind,
    asName,
    typingErrors,
  }: ScoredClauses & { exceptKind: QueryClause[]; typingErrors: TypingErrors },
): QueryClause[] {
  const isMeant = { bool: { filter: filters } };
  // `avondbale college` is a name rather than a college in Avondale.
  if (typingErrors > 0)
    return [constantScore(isMeant, AREA_BOOST), constantScore(asName, 2 * AREA_BOOST), ...typedNameScores(request)];
  // `bristol bro` is Bristol Bronze.
  const namePrefix = exactNamePrefixQuery(request.typedText ?? '');
  const isFirst = constantScore({ bool: oneOf([isMeant, asName, namePrefix]) }, AREA_BOOST);
  if (request.isNearestFirst) return [isFirst, ...typedNameScores(request)];
  // `picnic cafe` is Cafe Picnic rather than a cafe called Picnic. With a centre, the nearest of them is meant.
  const asNameThere = { bool: { filter: [asName, ...exceptKind] } };
  const named = constantScore(asNameThere, EXACT_NAME_BOOST + ROLE_BOOSTS.namePrefix);
  return [isFirst, named, constantScore(namePrefix, ROLE_BOOSTS.namePrefix), ...typedNameScores(request)];
}

/** Scores a search whose words all have a role. With a centre, only the distance counts. */
function scoresOfRolesOnly(request: SearchRequest, { filters, asName }: ScoredClauses): QueryClause[] {
  const { where, kind, typedText = '', isNearestFirst } = request;
  const isMeant = { bool: { filter: filters } };
  if (isNearestFirst) return [constantScore(isMeant, AREA_BOOST)];
  const scores = [constantScore(asName, ROLE_BOOSTS.allInName), ...typedNameScores(request)];
  const isTextChanged = kind !== undefined && kind.qualifiedText !== kind.unqualifiedText;
  if (!where && !isTextChanged) return [constantScore(isMeant, AREA_BOOST), ...scores];
  // `mangawhai meat` is Mangawhai Meat Shoppe rather than a butcher in Mangawhai. The shop may be in a suburb with another name.
  const near = filtersExceptKind(where ? { ...request, where: { ...where, relation: 'near' } } : request, 0);
  const namePrefix = { bool: { filter: [exactNamePrefixQuery(typedText), ...near] } };
  // Of all kiosks in a city, the one with the name Kioski comes first.
  const exactKindName =
    kind && where ? [{ bool: { filter: [exactNameQuery(joinUnspaced(kind.qualifiedText)), ...filters] } }] : [];
  return [
    constantScore({ bool: oneOf([isMeant, namePrefix]) }, AREA_BOOST),
    constantScore(namePrefix, ROLE_BOOSTS.namePrefix),
    ...exactKindName.map((clause) => constantScore(clause, ROLE_BOOSTS.exactKindName)),
    ...scores,
  ];
}

/** Scores places whose whole name is `q`, or is `q` without the words of an area: Fine Food for `fine food pawtucket`. */
function typedNameScores({ typedText = '', kind, where, landmarkPoint }: SearchRequest): QueryClause[] {
  // Near a point, any cafe is meant, not the one with the name Cafe.
  const isNear = landmarkPoint !== undefined || where?.relation === 'near';
  const names =
    kind && kind.qualifiedText !== kind.kindWords && !isNear
      ? [typedText, joinUnspaced(kind.qualifiedText)]
      : [typedText];
  return [...new Set(names)].flatMap(exactNameScores);
}

/** Names with all words. Two words may be written as one: `lynn mall` finds LynnMall, and `skytower` Sky Tower. */
function nameSpellings(text: string, typingErrors: TypingErrors): QueryClause[] {
  const { nameWords, namePairs } = SEARCH_FIELDS;
  const words = splitAtSeparators(text);
  const asTyped = allWordsIn(nameWords, text, typingErrors);
  if (typingErrors > 0 || words.length > 2) return [asTyped];
  return [asTyped, hasAllWords(words.length === 2 ? nameWords : namePairs, words.join(''))];
}

/** Places whose name, or further name, has all words of a text. */
function allInName(text: string, typingErrors: TypingErrors): QueryClause[] {
  // Only this field has emoji.
  if (hasEmoji(text)) return [{ match_phrase: { [SEARCH_FIELDS.nameWithPunctuation]: { query: text } } }];
  return [SEARCH_FIELDS.nameWords, SEARCH_FIELDS.otherNameWords].map((field) =>
    allWordsIn(field, text, typingErrors, 1 / 2),
  );
}

/** Places whose name has all words of a text, the last of which is not finished: `bristol bro`. */
function unfinishedName(text: string, typingErrors: TypingErrors): QueryClause[] {
  if (typingErrors > 0 || hasEmoji(text)) return [];
  const words = splitAtSeparators(text);
  const last = words.pop();
  if (words.length === 0 || last === undefined || last.length < MIN_UNFINISHED) return [];
  const { nameWords, namePrefixes } = SEARCH_FIELDS;
  return [{ bool: { filter: [hasAllWords(nameWords, words.join(' ')), hasAllWords(namePrefixes, last)] } }];
}

/** Letters that an unfinished word needs. Fewer letters begin too many words. */
const MIN_UNFINISHED = 3;

/** Finds names that are like a text. Whole names within the text come first, the longest first. Then come names with all words but one. */
function nameLikeQuery({ names, words, essential, where }: NameLike): SearchTextQuery {
  const { nameWords } = SEARCH_FIELDS;
  const whole = names.map((name) => exactNameQuery(name));
  const most: QueryClause[] =
    words.length < 3
      ? []
      : [
          {
            bool: {
              filter: [
                { match: { [nameWords]: { query: words.join(' '), minimum_should_match: '-1' } } },
                { match: { [nameWords]: { query: essential.join(' ') } } },
                // One essential word is not enough for a name outside the area.
                ...(where ? [{ bool: oneOf([inArea(where.area), hasAllWords(nameWords, where.words)]) }] : []),
              ],
            },
          },
        ];
  const isLong = (name: string): boolean => splitAtSeparators(name).length >= words.length - 1;
  return {
    must: [{ bool: oneOf([...whole, ...most]) }],
    should: [
      ...whole.map((query, at) =>
        constantScore(query, (isLong(names[at] ?? '') ? SIMILAR_NAME_BOOSTS.long : SIMILAR_NAME_BOOSTS.short) - at),
      ),
      ...most.map((query) => constantScore(query, SIMILAR_NAME_BOOSTS.most)),
      { match: { [nameWords]: { query: words.join(' ') } } },
    ],
  };
}

const SIMILAR_NAME_BOOSTS = { long: 500, most: 300, short: 100 } as const;

/** Scores places of a kind. A category of several kinds scores less than the name: for a hairdresser, `Hair Design` comes before a beauty salon. */
function kindScores(kind: KindDefinition | undefined): QueryClause[] {
  if (!kind) return [];
  const { mixed, phrases } = kind;
  const own = scoreOf([...categoryClauses(withoutIds(kind, mixed)), ofBrand(kind)], ROLE_BOOSTS.category);
  const shared = scoreOf(categoryClauses(mixed), ROLE_BOOSTS.mixedCategory);
  const category = shared.length > 0 ? [{ dis_max: { queries: [...own, ...shared] } }] : own;
  return [...category, ...scoreOf(phrases.map(inName), ROLE_BOOSTS.kindInName)];
}

/** A clause that scores places that match one of the clauses; empty without clauses. */
function scoreOf(clauses: QueryClause[], score: number): QueryClause[] {
  return clauses.length > 0 ? [constantScore({ bool: oneOf(clauses) }, score)] : [];
}

function withoutIds({ categories, subcategories }: CategoryIds, others: CategoryIds): CategoryIds {
  return {
    categories: categories.filter((id) => !others.categories.includes(id)),
    subcategories: subcategories.filter((id) => !others.subcategories.includes(id)),
  };
}

function areaScores(where: Where | undefined): QueryClause[] {
  return where?.relation === 'near' ? [constantScore(inArea(where.area), AREA_BOOST)] : [];
}

/** Places whose address has the names of the area. */
export function inArea({ addresses }: Pick<Area, 'addresses'>): QueryClause {
  const clauses = addresses.map((address): QueryClause => {
    const parts = Object.entries(address) as [AddressPart, readonly string[]][];
    return { bool: { filter: parts.map(([part, values]) => anyValue(`address.${part}`, values)) } };
  });
  return anyOf(clauses);
}

function anyValue(field: string, values: readonly string[]): QueryClause {
  const [only] = values;
  return only !== undefined && values.length === 1
    ? { term: { [field]: { value: only } } }
    : { terms: { [field]: values } };
}
