/** What a field holds, as far as what may be asked of it differs. */
type Kind = 'text' | 'exact' | 'id' | 'number' | 'presence';

/** A field as the interface and the design tell of it; written by hand, so that the catalogue is checked too. */
export interface TestedField {
  readonly kind: Kind;
  /** All its spellings. */
  readonly names: readonly string[];
  /** Where its values are in the record. */
  readonly paths: readonly string[];
  /** Where presence looks; every place has it when undefined. */
  readonly present: string | undefined;
  readonly sortable: boolean;
}

function tested(kind: Kind, name: string, more: Partial<TestedField> & { alias?: string } = {}): [string, TestedField] {
  const { alias, ...rest } = more;
  const names = alias === undefined ? [name] : [name, alias];
  return [name, { kind, names, paths: [name], present: name, sortable: false, ...rest }];
}

const sortable = { sortable: true };
const always = { present: undefined };
const categoryLink = { present: 'categories.id' };
const categories = 'categories.category';

export const FIELDS: ReadonlyMap<string, TestedField> = new Map([
  tested('id', 'id', { ...sortable, ...always }),
  tested('presence', 'link', always),
  tested('presence', 'link.rel', always),
  tested('presence', 'link.uri', always),
  tested('text', 'name', sortable),
  tested('exact', 'phones', { alias: 'phones.phone' }),
  tested('exact', 'urlService'),
  tested('presence', 'address'),
  ...['country', 'state', 'city', 'district', 'street', 'number', 'zipcode'].map((part) =>
    tested('exact', `address.${part}`, sortable),
  ),
  tested('presence', 'location'),
  tested('number', 'location.lat'),
  tested('number', 'location.lng'),
  tested('presence', 'categories', { alias: categories }),
  tested('id', 'categories.id', { alias: `${categories}.id` }),
  tested('exact', 'categories.name', { alias: `${categories}.name` }),
  tested('presence', 'categories.link', { ...categoryLink, alias: `${categories}.link` }),
  tested('presence', 'categories.link.rel', { ...categoryLink, alias: `${categories}.link.rel` }),
  tested('presence', 'categories.link.uri', { ...categoryLink, alias: `${categories}.link.uri` }),
  tested('presence', 'categories.subcategory', { alias: `${categories}.subcategory` }),
  // "Category or subcategory identifier" (interface, section 4.3).
  tested('id', 'categories.subcategory.id', {
    alias: `${categories}.subcategory.id`,
    paths: ['categories.id', 'categories.subcategory.id'],
  }),
  tested('exact', 'categories.subcategory.name', { alias: `${categories}.subcategory.name` }),
  tested('presence', 'statistics'),
  ...['pageviews', 'rating', 'reviews', 'checkins', 'photos'].map((count) =>
    tested('number', `statistics.${count}`, sortable),
  ),
  tested('presence', 'featured'),
  tested('presence', 'featured.photo'),
  tested('presence', 'featured.photo.medium'),
  tested('presence', 'placeLists', { alias: 'placeLists.placeList' }),
  tested('id', 'placeLists.id', { alias: 'placeLists.placeList.id' }),
  tested('presence', 'utilities', { alias: 'utilities.utility' }),
  tested('id', 'utilities.id', { alias: 'utilities.utility.id' }),
  tested('exact', 'utilities.name', { alias: 'utilities.utility.name' }),
  tested('exact', 'openingHours'),
]);

export function fieldOf(name: string): TestedField {
  const field = FIELDS.get(name);
  if (!field) throw new Error(`The property tests know no field ${name}`);
  return field;
}
