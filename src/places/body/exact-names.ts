import { fold } from '../words/fold.js';
import { exactNamesOf } from '../words/words.js';
import { constantScore, MAX_SHORT_PREFIX_LENGTH, type QueryClause, SEARCH_FIELDS } from './clauses.js';
import { POINTS } from './points.js';

/** Ranks places first whose whole name is the text, or whose further name or brand is. */
export function exactNameScores(text: string): QueryClause[] {
  return [
    constantScore(exactNameQuery(text), POINTS.exactName),
    constantScore(exactNameQuery(text, 'other names'), POINTS.exactOtherName),
  ];
}

const { exactName, exactNamePrefixes, exactNameWithoutPunctuation, exactNameWithoutPunctuationPrefixes } =
  SEARCH_FIELDS;

const { exactOtherNames, exactOtherNamesPrefixes } = SEARCH_FIELDS;

/** The name of a place, or its further names and its brand. */
export type Names = 'name' | 'other names';

const WHOLE_NAMES = { name: [exactName, exactNameWithoutPunctuation], 'other names': [exactOtherNames] } as const;

const WHOLE_NAME_PREFIXES = {
  name: [exactNamePrefixes, exactNameWithoutPunctuationPrefixes],
  'other names': [exactOtherNamesPrefixes],
} as const;

/** Matches a place whose whole name is the text: both `cocacola` and `coca cola` match `Coca-Cola`. */
export function exactNameQuery(text: string, names: Names = 'name'): QueryClause {
  return anySpelling(text, (value) => WHOLE_NAMES[names].map((field) => ({ term: { [field]: { value } } })));
}

/** Matches a place whose whole name starts with the text. */
export function exactNamePrefixQuery(text: string, names: Names = 'name'): QueryClause {
  return anySpelling(text, (value) =>
    fold(value).length <= MAX_SHORT_PREFIX_LENGTH
      ? WHOLE_NAME_PREFIXES[names].map((field) => ({ match: { [field]: { query: value } } }))
      : WHOLE_NAMES[names].map((field) => ({ prefix: { [field]: { value } } })),
  );
}

function anySpelling(text: string, queries: (spelling: string) => QueryClause[]): QueryClause {
  const should = exactNamesOf(text).flatMap(queries);
  // An emoji is no name.
  return should.length === 0 ? { match_none: {} } : { bool: { should } };
}
