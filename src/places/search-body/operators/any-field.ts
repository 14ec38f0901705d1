import { type QueryClause } from '../clauses.js';

/** Matches places where the clause holds for at least one of the Elasticsearch fields. */
export function anyField(names: readonly string[], clause: (name: string) => QueryClause): QueryClause {
  const clauses = names.map(clause);
  const [only] = clauses;
  return only !== undefined && clauses.length === 1 ? only : { bool: { should: clauses, minimum_should_match: 1 } };
}
