import { fold } from '../query/text/fold.js';
import { exactNamesOf } from '../query/text/spellings.js';
import { type QueryClause } from './clauses.js';
import { MAX_SHORT_PREFIX_LENGTH, SEARCH_FIELDS } from './search-fields.js';

/** Matches a place whose whole name is the text: both `cocacola` and `coca cola` match `Coca-Cola`. */
export function exactNameQuery(text: string): QueryClause {
  return anyOf(exactNamesOf(text).map((name) => ({ term: { [SEARCH_FIELDS.exactName]: { value: name } } })));
}

/** Matches a place whose whole name starts with the text. */
export function exactNamePrefixQuery(text: string): QueryClause {
  const { exactName, exactNamePrefixes } = SEARCH_FIELDS;
  return anyOf(
    exactNamesOf(text).map((name) =>
      fold(name).length <= MAX_SHORT_PREFIX_LENGTH
        ? { match: { [exactNamePrefixes]: { query: name } } }
        : { prefix: { [exactName]: { value: name } } },
    ),
  );
}

function anyOf(should: QueryClause[]): QueryClause {
  return { bool: { should } };
}
