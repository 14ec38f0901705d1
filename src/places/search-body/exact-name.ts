import { type QueryClause } from './clauses.js';
import { SEARCH_FIELDS } from './search-fields.js';

/** Matches a place whose whole name is the text: both `cocacola` and `coca cola` match `Coca-Cola`. */
export function exactNameQuery(text: string): QueryClause {
  const { exactName, exactNameSpellings } = SEARCH_FIELDS;
  return either([exactName, exactNameSpellings].map((field) => ({ term: { [field]: { value: text } } })));
}

/** Matches a place whose whole name starts with the text. */
export function exactNamePrefixQuery(text: string): QueryClause {
  const { exactNamePrefixes, exactNameSpellingPrefixes } = SEARCH_FIELDS;
  return either(
    [exactNamePrefixes, exactNameSpellingPrefixes].map((field) => ({ match: { [field]: { query: text } } })),
  );
}

function either(should: QueryClause[]): QueryClause {
  return { bool: { should } };
}
