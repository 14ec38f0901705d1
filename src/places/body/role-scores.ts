import { anyOf, constantScore, hasAllWords, oneOf, type QueryClause, SEARCH_FIELDS } from './clauses.js';
import { exactNamePrefixQuery, exactNameQuery, exactNameScores } from './exact-names.js';
import { POINTS } from './points.js';
import { filtersExceptKind, inArea, ofKinds, roleFilters } from './role-filters.js';
import {
  allWordsIn,
  type SearchTextQuery,
  searchTextQuery,
  type TypingErrors,
  wordsInNamesQuery,
} from './words-query.js';
import { type NameLike, type SearchRequest, wordsOfKind } from '../query/search-request.js';
import { type RecognizedKind } from '../words/named-kinds.js';
import { attributesIn } from '../words/role-phrases.js';
import { hasEmoji, joinUnspaced, splitAtSeparators } from '../words/words.js';

/**
 * Adds the roles of the words of `q` to the query of its words without a role. A place must match all roles and have the other words. It
 * is also found, wherever it is, if its name has all words of `q` (`typedText`).
 *
 * The tables of `scoresWithOtherWords` and `scoresOfRolesOnly` say what places get. "Nearest first" there is `isNearestFirst`: fewer
 * points count, so that the distance decides.
 *
 * @param text the query of the words without a role; absent if there are none
 * @param typingErrors that each word may have
 */
export function withRoles(
  request: SearchRequest,
  text: SearchTextQuery | undefined,
  typingErrors: TypingErrors,
): SearchTextQuery | undefined {
  const { where, typedText, misspeltWord, kind, matchesNameOnly } = request;
  const { must, should } = text ?? { must: [], should: [] };
  if (where?.relation === 'preferred') return areaFirst(inArea(where.area), { must, should }, request.term);
  if (matchesNameOnly && request.term?.type === 'words') {
    const named = { bool: oneOf(nameSpellings(request.term.text, typingErrors)) };
    return { must: [{ bool: { must: [named], filter: roleFilters(request) } }], should };
  }
  if (request.nameLike) return nameLikeQuery(request.nameLike);
  const filters = roleFilters(request, typingErrors);
  if (filters.length === 0) return text;
  const asTyped =
    misspeltWord !== undefined && !request.isNearestFirst && hasAllWords(SEARCH_FIELDS.nameStems, misspeltWord);
  const saysDistrict =
    where?.area.isPartial && !request.isNearestFirst ? [constantScore(inArea(where.area), POINTS.district)] : [];
  const roleScores = [
    ...should,
    ...kindScores(kind),
    ...saysDistrict,
    ...(asTyped ? [constantScore(asTyped, POINTS.namePrefix)] : []),
  ];
  const rolesAndWords: QueryClause = { bool: { must, filter: filters } };
  if (typedText === undefined) return { must: [rolesAndWords], should: roleScores };
  const otherRoles = filtersExceptKind(request, 0);
  const kindAsWordsWithOtherRoles =
    kind && typingErrors === 0
      ? [{ bool: { filter: [...otherRoles, ...(text ? hasWordsOfKind(kind, request.term) : saysKind(kind))] } }]
      : [];
  // What may be the name of a locality may as well be that of a place: `cafe luitpold`, and `cheap pizza haven`.
  const isOnlyKind = kind?.textWithoutQualifiers === kind?.kindWords;
  const ofPlace = kind && where?.area.ids.length === 0 && !isOnlyKind ? [kind.textWithoutQualifiers] : [];
  const names = [...new Set([typedText, ...ofPlace])].flatMap((name) => allInName(name, typingErrors));
  const scored = { request, allRoles: { bool: { filter: filters } }, nameHasAll: { bool: oneOf(names) } };
  const scores = text ? scoresWithOtherWords(scored, otherRoles, typingErrors) : scoresOfRolesOnly(scored, filters);
  return {
    must: [
      {
        bool: oneOf([
          rolesAndWords,
          ...kindAsWordsWithOtherRoles,
          ...names,
          ...unfinishedName(typedText, typingErrors),
        ]),
      },
    ],
    should: [...roleScores, ...scores],
  };
}

interface ScoredClauses {
  readonly request: SearchRequest;
  /** Matches places that match all roles. */
  readonly allRoles: QueryClause;
  /** Matches names with all words of `q`. */
  readonly nameHasAll: QueryClause;
}

/**
 * Scores a search that has both words with a role and words without one.
 *
 * | A place that                                                   | gets                   | unless        | Example                          |
 * | -------------------------------------------------------------- | ---------------------- | ------------- | -------------------------------- |
 * | matches all roles; or has all words in its name, or begins so  | roles                  |               | `bristol bro`: Bristol Bronze    |
 * | has all words in its name, and all roles but the kind          | exactName + namePrefix | nearest first | `picnic cafe`: Cafe Picnic       |
 * | has a name that begins with `q`                                | namePrefix             | nearest first | `bristol bro`: Bristol Bronze    |
 *
 * With typing errors instead: all roles get `roles`, a name with all words twice as much: `avondbale college` is Avondale College.
 *
 * @param otherRoles the filters for all roles except the kind
 */
function scoresWithOtherWords(
  { request, allRoles, nameHasAll }: ScoredClauses,
  otherRoles: QueryClause[],
  typingErrors: TypingErrors,
): QueryClause[] {
  const { typedText = '', isNearestFirst } = request;
  const wholeNames = typedNameScores(request);
  if (typingErrors > 0)
    return [constantScore(allRoles, POINTS.roles), constantScore(nameHasAll, 2 * POINTS.roles), ...wholeNames];
  const namePrefix = exactNamePrefixQuery(typedText);
  const rolesOrName = constantScore({ bool: oneOf([allRoles, nameHasAll, namePrefix]) }, POINTS.roles);
  if (isNearestFirst) return [rolesOrName, ...wholeNames];
  const nameWithOtherRoles = { bool: { filter: [nameHasAll, ...otherRoles] } };
  return [
    rolesOrName,
    constantScore(nameWithOtherRoles, POINTS.exactName + POINTS.namePrefix),
    constantScore(namePrefix, POINTS.namePrefix),
    ...wholeNames,
  ];
}

/**
 * Scores a search whose words all have a role. With nearest first, only `roles` count.
 *
 * | A place that                                           | gets                        | if                 | Example                                 |
 * | ------------------------------------------------------ | --------------------------- | ------------------ | --------------------------------------- |
 * | matches all roles                                      | roles                       |                    | `butcher mangawhai`                     |
 * | has a name that begins with `q`, in or near the area   | roles, once; and namePrefix | area or qualifiers | `mangawhai meat`: Mangawhai Meat Shoppe |
 * | is called like the kind, in the area                   | exactKindName               | a kind and an area | `kioski helsinki`: Kioski               |
 * | has all words of `q` in its name                       | allInName                   |                    | `pizza hut`                             |
 * | the same                                               | roles + namePrefix          | a locality         | `cafe luitpold`                         |
 *
 * @param filters the filters for all roles
 */
function scoresOfRolesOnly({ request, allRoles, nameHasAll }: ScoredClauses, filters: QueryClause[]): QueryClause[] {
  const { where, kind, typedText = '', isNearestFirst } = request;
  if (isNearestFirst) return [constantScore(allRoles, POINTS.roles)];
  const isLocality = where?.area.ids.length === 0;
  const nameScores = [
    constantScore(nameHasAll, isLocality ? POINTS.roles + POINTS.namePrefix : POINTS.allInName),
    ...typedNameScores(request),
  ];
  const hasQualifiers = kind !== undefined && kind.textWithQualifiers !== kind.textWithoutQualifiers;
  if (!where && !hasQualifiers) return [constantScore(allRoles, POINTS.roles), ...nameScores];
  // The place may be in a suburb with another name.
  const near = filtersExceptKind(where ? { ...request, where: { ...where, relation: 'near' } } : request, 0);
  const namePrefix = { bool: { filter: [exactNamePrefixQuery(typedText), ...near] } };
  const exactKindName =
    kind && where ? [{ bool: { filter: [exactNameQuery(joinUnspaced(kind.textWithQualifiers)), ...filters] } }] : [];
  return [
    constantScore({ bool: oneOf([allRoles, namePrefix]) }, POINTS.roles),
    constantScore(namePrefix, POINTS.namePrefix),
    ...exactKindName.map((clause) => constantScore(clause, POINTS.exactKindName)),
    ...nameScores,
  ];
}

/** Scores places whose whole name is `q`, or is `q` without the words of an area: Fine Food for `fine food pawtucket`. */
function typedNameScores({ typedText = '', kind, where, landmarkPoint }: SearchRequest): QueryClause[] {
  // Near a point, any cafe is meant, not the one with the name Cafe.
  const isNear = landmarkPoint !== undefined || where?.relation === 'near';
  const ofKind = kind && !isNear ? kind : undefined;
  const names =
    ofKind && ofKind.textWithQualifiers !== ofKind.kindWords
      ? [typedText, joinUnspaced(ofKind.textWithQualifiers)]
      : [typedText];
  const scores = [...new Set(names)].flatMap(exactNameScores);
  // All Saints Cafe comes before Saints Cafe.
  const withQuestion =
    ofKind?.textWithQuestion === undefined ? [] : [exactNameQuery(joinUnspaced(ofKind.textWithQuestion))];
  return [...scores, ...scoreOf(withQuestion, POINTS.exactName + POINTS.namePrefix)];
}

/** Names with all words. Two words may be written as one: `lynn mall` finds LynnMall, and `skytower` Sky Tower. */
function nameSpellings(text: string, typingErrors: TypingErrors): QueryClause[] {
  const { nameWords, namePairs } = SEARCH_FIELDS;
  const words = splitAtSeparators(text);
  const asTyped = allWordsIn(nameWords, text, typingErrors);
  if (typingErrors > 0 || words.length > 2) return [asTyped];
  return [asTyped, hasAllWords(words.length === 2 ? nameWords : namePairs, words.join(''))];
}

/** Places that have the words of a kind, and the words without a role. */
function hasWordsOfKind(kind: RecognizedKind, term: SearchRequest['term']): QueryClause[] {
  const texts = wordsOfKind(kind, term);
  const [only = [], ...others] = texts.map((words) => searchTextQuery(words, 0).must);
  return others.length === 0 ? only : [anyOf([only, ...others].map((filter) => ({ bool: { filter } })))];
}

/** Places that have the words of a kind in their names. Addresses do not count: streets and districts are called after banks and churches. */
function saysKind(kind: RecognizedKind): QueryClause[] {
  return [anyOf(wordsOfKind(kind).map((words) => ({ bool: { filter: wordsInNamesQuery(words) } })))];
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
        constantScore(query, (isLong(names[at] ?? '') ? POINTS.longSimilarName : POINTS.shortSimilarName) - at),
      ),
      ...most.map((query) => constantScore(query, POINTS.nameButOneWord)),
      { match: { [nameWords]: { query: words.join(' ') } } },
    ],
  };
}

/** Scores places of a kind. */
function kindScores(kind: RecognizedKind | undefined): QueryClause[] {
  if (!kind) return [];
  const { ids, leftOut = [] } = kind;
  const { sureKinds, namedKinds, likelyKinds } = SEARCH_FIELDS;
  const offered = attributesIn(leftOut).map((word) => hasAllWords(SEARCH_FIELDS.wordStems, word));
  const bySource = [
    constantScore(ofKinds(sureKinds, ids), POINTS.category),
    constantScore(ofKinds(likelyKinds, ids), POINTS.mixedCategory),
  ];
  return [
    { dis_max: { queries: bySource } },
    constantScore(ofKinds(namedKinds, ids), POINTS.kindInName),
    ...scoreOf(offered, POINTS.kindInName),
  ];
}

/** A clause that scores places that match one of the clauses; empty without clauses. */
function scoreOf(clauses: QueryClause[], score: number): QueryClause[] {
  return clauses.length > 0 ? [constantScore({ bool: oneOf(clauses) }, score)] : [];
}

/**
 * Finds the places of an area that is all of `q`, and then others with its words. In the area, only a whole name scores: `velmara` asks for
 * what is worth seeing there, not for each Bank of Velmara. Without statistics, names with the words come first.
 */
function areaFirst(
  there: QueryClause,
  { must, should }: SearchTextQuery,
  term: SearchRequest['term'],
): SearchTextQuery {
  const scores =
    term?.type === 'words'
      ? [
          ...exactNameScores(term.text),
          constantScore(hasAllWords(SEARCH_FIELDS.nameWords, term.text), POINTS.areaInName),
        ]
      : [];
  const ofArea = { bool: { must: [constantScore(there, POINTS.roles)], should: scores } };
  return { must: [{ bool: oneOf([ofArea, { bool: { must, should, must_not: [there] } }]) }], should: [] };
}
