import { FIELDS as CATALOGUE } from '../../src/places/query/fields.js';

type Kind = 'text' | 'exact' | 'id' | 'number' | 'presence';

/** A filterable field, with the paths of its values in a record. */
export interface TestedField {
  readonly kind: Kind;
  /** The name and its aliases. */
  readonly names: readonly string[];
  readonly paths: readonly string[];
  /** The path whose presence is that of the field; `undefined` if every place has it. */
  readonly present: string | undefined;
  readonly sortable: boolean;
}

/** All filterable fields of the catalogue, which test/golden/fields.json holds for review. */
export const FIELDS: ReadonlyMap<string, TestedField> = new Map(
  CATALOGUE.filter(({ filterable }) => filterable).map(({ name, aliases, kind, searched, present, sortable }) => [
    name,
    { kind: testedKind(kind), names: [name, ...aliases], paths: searched, present, sortable },
  ]),
);

function testedKind(kind: (typeof CATALOGUE)[number]['kind']): Kind {
  if (kind === 'parent') return 'presence';
  if (kind === 'relevance' || kind === 'distance') throw new Error(`No filter has a field of kind ${kind}`);
  return kind;
}

export function fieldOf(name: string): TestedField {
  const field = FIELDS.get(name);
  if (!field) throw new Error(`The property tests have no field ${name}`);
  return field;
}
