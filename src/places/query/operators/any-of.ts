import { type QueryClause } from '../../search-body/clauses.js';

/** One clause for each Elasticsearch field that a field of the catalogue looks in; any of them will do. */
export function anyOf(names: readonly string[], clause: (name: string) => QueryClause): QueryClause {
  const clauses = names.map(clause);
  const [only] = clauses;
  return only !== undefined && clauses.length === 1 ? only : { bool: { should: clauses, minimum_should_match: 1 } };
}
