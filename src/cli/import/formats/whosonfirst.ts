import { dateState } from './closing-dates.js';
import { categoryByNames, closed, defineFormat, noLetters, type SourceCategory, type SourceRecord } from './define.js';
import { invalidField, isNullMarker, listOf, objectOf, slug, textOf, withoutNullMarkers } from './field-values.js';
import { positionOf } from './position.js';

/**
 * Who's On First (https://whosonfirst.org/docs/properties/): GeoJSON, one file a venue, or many venues in one. Most venues are
 * of SimpleGeo, whose properties have the prefix `sg`.
 */
export const whosonfirst = defineFormat({
  source: {
    name: "Who's On First",
    license: 'https://creativecommons.org/publicdomain/zero/1.0/',
    attribution: "Who's On First",
  },
  files: "Who's On First: GeoJSON, one venue a file or many, or Parquet",
  fieldsOf: (feature) => withoutNullMarkers(objectOf(feature.properties, 'properties') ?? feature),
  id: (venue) => {
    const id = venue.strictText('wof:id') ?? textOf(venue.whole.id, 'id');
    if (!/^\d+$/.test(String(id))) throw invalidField('wof:id', id ?? null, 'the number of the record');
    return `whosonfirst-${id}`;
  },
  skip: (venue) => {
    const placetype = venue.strictText('wof:placetype') ?? 'venue';
    if (placetype !== 'venue') return `is of the type ${placetype}, not a venue`;
    return isClosed(venue) ? closed : undefined;
  },
  name: 'wof:name',
  // Their other fields repeat them.
  phones: (venue) => [venue.text('addr:phone', 'contact:phone', 'sg:phone') ?? []].flat(),
  websites: (venue) => [venue.text('addr:website', 'contact:website', 'sg:website') ?? []].flat(),
  country: countryOf,
  state: ['addr:state', 'addr:province', 'sg:province'],
  city: ['addr:city', 'sg:city'],
  street: 'addr:street',
  number: (venue) => venue.text('addr:street') && venue.text('addr:housenumber'),
  freeform: 'sg:address',
  zipcode: ['addr:postcode', 'sg:postcode'],
  location: ({ fields, whole }) => {
    const [lat, lng] = [fields['geom:latitude'], fields['geom:longitude']];
    return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : positionOf(whole.geometry);
  },
  categories: categoriesOf,
});

/** Whether the venue is gone, or replaced by another record (https://github.com/whosonfirst/whosonfirst-properties). */
function isClosed(venue: SourceRecord): boolean {
  const isGone = (field: string): boolean => {
    // `2019~` is about 2019, `2019?` perhaps, `2019-XX` and `2019-uu` in an unknown month.
    const date = (venue.strictText(field) ?? '').replace(/[~?%]$/, '').replace(/(?:-(?:XX|uu)){1,2}$/, '');
    return dateState(venue, field, date) === 'past';
  };
  const successors = listOf(venue.fields['wof:superseded_by'], 'wof:superseded_by');
  return (
    // -1 is unknown.
    venue.strictText('mz:is_current') === '0' ||
    successors.some((id) => Number(id) > 0) ||
    ['edtf:cessation', 'edtf:deprecated'].some(isGone)
  );
}

/** `XX` and `-99` mean unknown. */
function countryOf(venue: SourceRecord): string | undefined {
  const country = venue.text('addr:country', 'wof:country', 'iso:country');
  return country !== undefined && /^(?!xx)[a-z]{2}$/i.test(country) ? country : undefined;
}

/** SimpleGeo has a type above both levels, which a category map may name. `None` means that there is no subcategory. */
function categoriesOf({ fields, optional }: SourceRecord): SourceCategory[] {
  return listOf(fields['sg:classifiers'] ?? fields['sg:categories'], 'sg:classifiers').flatMap((entry, index) => {
    const classifier = objectOf(entry, `sg:classifiers[${index}]`) ?? {};
    const level = (name: string): string | undefined => {
      const member = `sg:classifiers[${index}].${name}`;
      const text = textOf(classifier[name], member);
      if (text === undefined || isNullMarker(text)) return undefined;
      if (slug(text) !== '') return text;
      optional.report(member, text, noLetters);
      return undefined;
    };
    const [type, category = type, subcategory] = [level('type'), level('category'), level('subcategory')];
    if (category === undefined) return [];
    return [
      {
        ...categoryByNames(category, subcategory, 'whosonfirst-'),
        names: subcategory === undefined ? [category] : [`${category} > ${subcategory}`, subcategory],
        parentNames: [category, ...(type === undefined ? [] : [type])],
      },
    ];
  });
}
