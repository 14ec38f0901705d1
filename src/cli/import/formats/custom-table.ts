import { createHash } from 'node:crypto';
import { hasClosed } from './closing-dates.js';
import {
  categoryByNames,
  closed,
  type FormatDeclaration,
  type NameInput,
  noLetters,
  type OpenDataFormat,
  readPlace,
  type SourceCategory,
} from './define.js';
import { fromJson, invalidField, isNa, OptionalMembers, slug, textOf, withoutFraction } from './field-values.js';
import { plainDegrees, type Position, positionOf } from './position.js';
import { type GivenColumns, isGeometry, keyOf, memberNames, TableColumns, type TableRecord } from './table-columns.js';

/**
 * The format of one file with any table of places: CSV, Parquet, GeoJSON or lines of JSON. A member without a column keeps its
 * stored value.
 *
 * @param given columns that are not guessed by their names
 */
export function customTable(given: GivenColumns, { csv }: { csv: boolean }): OpenDataFormat {
  const table = new TableColumns(given);
  const declaration: FormatDeclaration<TableRecord> = {
    source: undefined,
    csv,
    optionalColumns: ['district', 'opening_hours', 'names', 'brand', 'rating', 'featured_photo'],
    absentColumns: () => table.absentColumns(),
    // Objects of JSON leave out members without a value.
    ...(csv && {
      checkFirstRecord: (first) => {
        table.check(first);
      },
    }),
    notes: () => table.notes(),
    id: (record) => ownIdOf(record) ?? generatedId(record),
    skip: (record) => (isClosed(record) ? closed : undefined),
    name: 'name',
    names: namesOf,
    brand: 'brand',
    phones: ['phones'],
    websites: ['urlService'],
    country: 'address.country',
    state: 'address.state',
    city: 'address.city',
    district: 'address.district',
    // Without a number, the street may hold it.
    street: (record) => record.text('address.number') && record.text('address.street'),
    number: 'address.number',
    freeform: 'address.street',
    zipcode: 'address.zipcode',
    location: locationOf,
    categories: categoriesOf,
    openingHours: 'openingHours',
    rating: (record) => withDecimalPoint(record.text('rating')),
    picture: 'picture',
  };
  return {
    ...declaration,
    idOf: (whole) => declaration.id(table.recordOf(whole, new OptionalMembers())),
    parse: (whole, optional) => {
      const record = table.recordOf(whole, optional);
      table.countUnused(record);
      const place = readPlace(declaration, record);
      if ('id' in place && ownIdOf(record) === undefined) table.addGeneratedId(place.id);
      return place;
    },
  };
}

/** The identifier in a record; undefined if no column has identifiers. */
function ownIdOf(record: TableRecord): string | undefined {
  const { idColumns, given, whole } = record;
  const textAt = (value: unknown, column: string) => withoutFraction(textOf(isNa(value) ? undefined : value, column));
  const parts = idColumns.map((column) => ({ column, text: textAt(record.valueAt(column), column) }));
  const missing = parts.find(({ text }) => text === undefined);
  // Features have their identifier beside their properties. It does not stand in for a column that the options name.
  const ofFeature = whole.type === 'Feature' && given.id === undefined ? textAt(whole.id, 'id') : undefined;
  if (parts.length === 0 || (missing && ofFeature !== undefined)) return ofFeature;
  if (missing === undefined) return parts.map(({ text }) => text).join('-');
  throw invalidField(
    missing.column,
    null,
    'the identifier of the place: --id names other columns, --columns id= makes identifiers of name, position and address',
  );
}

const addressMembers = memberNames.filter((member) => member.startsWith('address.'));

/** An identifier that stays the same as long as name, position and address do. */
function generatedId(record: TableRecord): string {
  const { lat, lng } = locationOf(record) ?? {};
  const texts = ['name', ...addressMembers].map((member) => record.strictText(member) ?? '');
  const parts = [...texts, ...[lat, lng].map((degrees) => (degrees === undefined ? '' : String(Number(degrees))))];
  return createHash('sha256').update(JSON.stringify(parts).normalize('NFC')).digest('hex').slice(0, 16);
}

/** Reads names: texts by language, a list as the API returns it, a list of texts, or texts that semicolons separate. */
function namesOf({ fields, labelOf }: TableRecord): readonly NameInput[] {
  const [value, column] = [fromJson(fields.names), labelOf('names')];
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return Object.entries(value).map(([language, text]: [string, unknown]) => ({ text, language }));
  }
  const items = Array.isArray(value) ? (value as unknown[]) : (textOf(value, column)?.split(';') ?? []);
  return items.flatMap((item) => {
    if (typeof item === 'object' && item !== null) return [item as NameInput];
    const text = textOf(item, column);
    return text === undefined ? [] : [{ text }];
  });
}

/** Reads `yes`, `no` or the date of closing, which must have passed. */
function isClosed(record: TableRecord): boolean {
  const { closed: value } = record.fields;
  const text = typeof value === 'boolean' ? String(value) : record.strictText('closed')?.toLowerCase();
  if (text === undefined || ['no', 'false', '0', 'n', 'f', 'open'].includes(text)) return false;
  return ['yes', 'true', '1', 'y', 't', 'closed'].includes(text) || hasClosed(record, 'closed');
}

function locationOf(record: TableRecord): Position | undefined {
  const [lat, lng] = (['lat', 'lng'] as const).map((member) => {
    const text = withDecimalPoint(record.strictText(member));
    return text === undefined ? undefined : plainDegrees(text);
  });
  const hasDegrees = lat !== undefined || lng !== undefined;
  const { columns } = record.given;
  const [column = '', value] =
    columns.location !== undefined
      ? [columns.location, record.fields.location]
      : (Object.entries(record.whole).find((entry) => isGeometry(entry[0]) && !isNa(entry[1])) ?? []);
  const geometry = fromJson(value);
  const isText = typeof geometry === 'string';
  // Columns with the names x and y may be of another projection, and so may geometries that are not GeoJSON.
  const isPoint = isText && /^\s*(?:SRID=4326;\s*)?POINT\b/i.test(geometry) && keyOf(record.labelOf('lat')) === 'y';
  if (hasDegrees && (columns.lat !== undefined || (isText && !isPoint))) return { lat, lng };
  const position = isText ? pointOf(geometry, column) : positionOf(geometry);
  return position ?? (hasDegrees ? { lat, lng } : undefined);
}

/** Spreadsheets of many languages write a decimal comma. */
function withDecimalPoint(text: string | undefined): string | undefined {
  return text?.replace(/^([-+]?\d*),(\d+(?:e[-+]?\d+)?)$/i, '$1.$2');
}

/** `41.82, -71.41`, also with decimal commas (`41,82; -71,41`) or in brackets. */
const degreePair =
  /^\(?(?:([-+]?\d+(?:[.,]\d+)?)(?:[,;]?\s+|;)([-+]?\d+(?:[.,]\d+)?)|([-+]?\d+(?:\.\d+)?),([-+]?\d+(?:\.\d+)?))\)?$/;

/** Reads `41.82, -71.41`, or `POINT (-71.41 41.82)` (well-known text), also with a reference system or a height. */
function pointOf(text: string, column: string): Position | undefined {
  const written = text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^SRID=4326; ?/i, '');
  if (/^POINT ?Z?M? EMPTY$/i.test(written)) return undefined;
  const [, north, east, plainNorth, plainEast] = degreePair.exec(written) ?? [];
  const pair = [north ?? plainNorth, east ?? plainEast].map((part) => part && plainDegrees(part.replace(',', '.')));
  if (pair[0] !== undefined) return { lat: pair[0], lng: pair[1] };
  const { lng, lat } = /^POINT ?Z?M? ?\( ?(?<lng>\S+) (?<lat>[^ )]+)(?: [^)]*)?\)$/i.exec(written)?.groups ?? {};
  if (lng !== undefined && lat !== undefined) return { lat: plainDegrees(lat), lng: plainDegrees(lng) };
  throw invalidField(
    column,
    text,
    'GeoJSON, POINT (LNG LAT) or LAT, LNG, unless --columns lat=COLUMN,lng=COLUMN is given',
  );
}

/** `Food > Cafés` has both levels. Semicolons and bars separate several categories. */
function categoriesOf(record: TableRecord): SourceCategory[] {
  const below = record.text('subcategory');
  const written = record.texts('category').flatMap((text) => text.split(/[;|]/));
  return written.flatMap((given) => {
    const text = given.trim();
    const [name = '', second = below] = text.split('>').map((level) => level.trim());
    if (slug(name) === '') {
      if (text !== '') record.optional.report(record.labelOf('category'), text, noLetters);
      return [];
    }
    const hasSecond = second !== undefined && slug(second) !== '';
    const names = hasSecond ? [text, second] : [text];
    return [{ ...categoryByNames(name, hasSecond ? second : undefined), names, parentNames: [name] }];
  });
}
