import { anyOf, constantScore, hasAllWords, oneOf, type QueryClause, SEARCH_FIELDS } from './clauses.js';
import { exactNameQuery, exactNameScores } from './exact-names.js';
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
import { hasEmoji, joinUnspaced, splitAtSeparators } from '../words/words.js';

/**
 * Adds the roles of the words of `q` to the query of its words without a role. A place must match all roles and have the other words. It
 * is also found, wherever it is, if its name has all words of `q` (`typedText`).
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
  if (where?.relation === 'preferred') return areaFirst(inArea(where.area), { must, should }, request.term);
  if (matchesNameOnly && request.term?.type === 'words') {
    const named = { bool: oneOf(nameSpellings(request.term.text, typingErrors)) };
    return { must: [{ bool: { must: [named], filter: roleFilters(request) } }], should };
  }
  if (request.nameLike) return nameLikeQuery(request.nameLike);
  const filters = roleFilters(request, typingErrors);
  if (filters.length === 0) return text;
  const saysDistrict =
    where?.area.isPartial && !request.isNearestFirst ? [constantScore(inArea(where.area), POINTS.district)] : [];
  const roleScores = [...should, ...kindScores(kind), ...saysDistrict];
  const rolesAndWords: QueryClause = { bool: { must, filter: filters } };
  if (typedText === undefined) return { must: [rolesAndWords], should: roleScores };
  const otherRoles = filtersExceptKind(request, 0);
  const kindAsWordsWithOtherRoles =
    kind && typingErrors === 0
      ? [{ bool: { filter: [...otherRoles, ...(text ? hasWordsOfKind(kind, request.term) : saysKind(kind))] } }]
      : [];
  const names = allInName(typedText, typingErrors);
  const allRoles = { bool: { filter: filters } };
  return {
    must: [
      {
        bool: oneOf([rolesAndWords, ...kindAsWordsWithOtherRoles, ...names]),
      },
    ],
    should: [...roleScores, ...scoresOfRoles(request, allRoles, { bool: oneOf(names) })],
  };
}

/**
 * Scores the roles of words. If all words have one and the nearest come first, names do not count.
 *
 * | A place that                                   | gets                  | Example               |
 * | ---------------------------------------------- | --------------------- | --------------------- |
 * | matches all roles                              | roles                 | `butcher mangawhai`   |
 * | has all words of `q` in a name                 | allInName             | `pizza hut`           |
 * | the same, if some words have no role           | roles, once, as well  | `picnic cafe`         |
 * | is called `q`                                  | see `typedNameScores` | `fine food pawtucket` |
 *
 * @param nameHasAll matches names with all words of `q`
 */
function scoresOfRoles(request: SearchRequest, allRoles: QueryClause, nameHasAll: QueryClause): QueryClause[] {
  const hasOtherWords = request.term !== undefined;
  const matches = constantScore(hasOtherWords ? anyOf([allRoles, nameHasAll]) : allRoles, POINTS.roles);
  if (request.isNearestFirst && !hasOtherWords) return [matches];
  return [matches, constantScore(nameHasAll, POINTS.allInName), ...typedNameScores(request)];
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
  const { ids } = kind;
  const { sureKinds, namedKinds, likelyKinds } = SEARCH_FIELDS;
  const bySource = [
    constantScore(ofKinds(sureKinds, ids), POINTS.category),
    constantScore(ofKinds(likelyKinds, ids), POINTS.mixedCategory),
  ];
  return [{ dis_max: { queries: bySource } }, constantScore(ofKinds(namedKinds, ids), POINTS.kindInName)];
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
