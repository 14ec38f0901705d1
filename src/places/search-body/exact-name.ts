import { fold } from '../query/text/fold.js';
import { exactNamesOf } from '../query/text/spellings.js';
import { type QueryClause } from './clauses.js';
import { MAX_SHORT_PREFIX_LENGTH, SEARCH_FIELDS } from './search-fields.js';

const { exactName, exactNamePrefixes, exactNames, exactNamesPrefixes } = SEARCH_FIELDS;

/** Matches a place whose whole name is the text: both `cocacola` and `coca cola` match `Coca-Cola`. */
export function exactNameQuery(text: string): QueryClause {
  return anySpelling(text, (value) => [exactName, exactNames].map((field) => ({ term: { [field]: { value } } })));
}

/** Matches a place whose whole name starts with the text. */
export function exactNamePrefixQuery(text: string): QueryClause {
  return anySpelling(text, (value) =>
    fold(value).length <= MAX_SHORT_PREFIX_LENGTH
      ? [exactNamePrefixes, exactNamesPrefixes].map((field) => ({ match: { [field]: { query: value } } }))
      : [exactName, exactNames].map((field) => ({ prefix: { [field]: { value } } })),
  );
}

function anySpelling(text: string, queries: (spelling: string) => QueryClause[]): QueryClause {
  return { bool: { should: exactNamesOf(text).flatMap(queries) } };
}
