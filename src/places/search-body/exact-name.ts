import { type QueryClause } from './clauses.js';
import { SEARCH_FIELDS } from './search-fields.js';

/** Matches a place whose whole name is the text: both `cocacola` and `coca cola` match `Coca-Cola`. */
export function exactNameQuery(text: string): QueryClause {
  const { exactName, exactNameSplit } = SEARCH_FIELDS;
  return either([exactName, exactNameSplit].map((field) => ({ term: { [field]: { value: text } } })));
}

/** Matches a place whose whole name starts with the text. */
export function exactNamePrefixQuery(text: string): QueryClause {
  const { exactNamePrefixes, exactNameSplitPrefixes } = SEARCH_FIELDS;
  return either([exactNamePrefixes, exactNameSplitPrefixes].map((field) => ({ match: { [field]: { query: text } } })));
}

function either(should: QueryClause[]): QueryClause {
  return { bool: { should } };
}
