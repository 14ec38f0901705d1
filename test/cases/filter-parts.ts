import { type QueryClause } from '../../src/places/search-body/clauses.js';
import { type BoundNode, type ValueNode } from '../../src/places/query/tree.js';

/** A filter, what it reads as, and what Elasticsearch is asked. Together they are the reference of the language. */
export interface FilterCase {
  says: string;
  filter: string;
  tree: object;
  body: QueryClause;
}

export const text = (value: string, quoted = false): ValueNode => ({ type: 'text', text: value, quoted });
export const clause = (field: string, value: ValueNode): object => ({ type: 'clause', field, value });
export const and = (...children: object[]): object => ({ type: 'and', children });
export const or = (...children: object[]): object => ({ type: 'or', children });
export const not = (child: object): object => ({ type: 'not', child });

export const city = clause('address.city', text('Santos'));
export const state = clause('address.state', text('SP'));
export const id = clause('id', text('7'));
export const term = (field: string, value: string | number): QueryClause => ({ term: { [field]: { value } } });
export const any = (...should: QueryClause[]): QueryClause => ({ bool: { should, minimum_should_match: 1 } });
export const all = (...filter: QueryClause[]): QueryClause => ({ bool: { filter } });
export const none = (...must_not: QueryClause[]): QueryClause => ({ bool: { must_not } });
export const inSantos = term('address.city', 'Santos');
export const inSaoPauloState = term('address.state', 'SP');
export const isSeven = term('id', '7');

export const range = (lower: BoundNode, upper: BoundNode): ValueNode => ({ type: 'range', lower, upper });
