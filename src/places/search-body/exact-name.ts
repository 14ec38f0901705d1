import { type QueryClause } from './clauses.js';
import { SEARCH_FIELDS } from './search-fields.js';

/** Both leave the punctuation inside words out, or write a space for it: `Coca-Cola` is `cocacola` and `coca cola`. */

/** That a text is a whole name. */
export function isWholeName(text: string): QueryClause {
  const { wholeName, partedWholeName } = SEARCH_FIELDS;
  return either([wholeName, partedWholeName].map((field) => ({ term: { [field]: { value: text } } })));
}

/** That a whole name begins with a text. */
export function beginsWholeName(text: string): QueryClause {
  const { wholeBeginnings, partedWholeBeginnings } = SEARCH_FIELDS;
  return either([wholeBeginnings, partedWholeBeginnings].map((field) => ({ match: { [field]: { query: text } } })));
}

function either(should: QueryClause[]): QueryClause {
  return { bool: { should } };
}
