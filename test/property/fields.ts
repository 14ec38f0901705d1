import { type Field, FIELDS } from '../../src/places/query/fields.js';

/** All filterable fields, by name. */
export const FILTERABLE: ReadonlyMap<string, Field> = new Map(
  FIELDS.filter(({ filterable }) => filterable).map((field) => [field.name, field]),
);

export function fieldOf(name: string): Field {
  const field = FILTERABLE.get(name);
  if (!field) throw new Error(`There is no filterable field ${name}`);
  return field;
}
