import { createHash } from 'node:crypto';
import {
  invalidField,
  isNa,
  type JsonObject,
  objectOf,
  type OptionalMembers,
  textOf,
  textsOf,
  fromJson,
  withoutFraction,
  withoutNullMarkers,
  countryOf,
  slug,
  stateOf,
} from './field-values.js';
import { hasClosed } from './lifecycle.js';
import {
  closed,
  type NameInput,
  noLetters,
  type OpenDataFormat,
  type OpenDataRecord,
  type SourceCategory,
  unnamed,
} from './open-data-format.js';
import { plainDegrees, type Position, positionOf } from './position.js';
import {
  type GivenColumns,
  isGeometry,
  keyOf,
  type Member,
  memberNames,
  type MemberValues,
  TableColumns,
} from './table-columns.js';

/**
 * The format of one file with any table of places: CSV, Parquet, GeoJSON or lines of JSON. A member without a column keeps its
 * stored value.
 *
 * @param given columns that are not guessed by their names
 */
export function customTable(given: GivenColumns, { csv }: { csv: boolean }): OpenDataFormat {
  const table = new TableColumns(given);
  return {
    source: undefined,
    csv,
    columns: undefined,
    optionalColumns: ['district', 'opening_hours', 'names', 'brand', 'rating', 'featured_photo'],
    absentColumns: () => table.absentColumns(),
    // Objects of JSON leave out members without a value.
    ...(csv && {
      checkFirstRecord: (first) => {
        table.check(fieldsOf(first));
      },
    }),
    notes: () => table.notes(),
    idOf: (record) => {
      const values = table.read(fieldsOf(record));
      return ownIdOf(values, record) ?? generatedId(values, record);
    },
    parse: (record, optional) => {
      return parsePlace(table.read(fieldsOf(record), { counts: true }), record, optional, (id) => {
        table.addGeneratedId(id);
      });
    },
  };
}

/** The fields of a GeoJSON feature or of a row. */
function fieldsOf(record: JsonObject): JsonObject {
  // The members of a feature itself, such as `type`, are no columns.
  const isFeature = record.type === 'Feature' && 'properties' in record;
  return withoutNullMarkers(objectOf(record.properties, 'properties') ?? (isFeature ? {} : record));
}

/** The identifier in a record; undefined if no column has identifiers. */
function ownIdOf(values: MemberValues, record: JsonObject): string | undefined {
  const textAt = (value: unknown, column: string) => withoutFraction(textOf(isNa(value) ? undefined : value, column));
  const parts = values.idColumns.map((column) => ({ column, text: textAt(values.valueAt(column), column) }));
  const missing = parts.find(({ text }) => text === undefined);
  // Features have their identifier beside their properties. It does not stand in for a column that the options name.
  const ofFeature = record.type === 'Feature' && !values.isIdGiven ? textAt(record.id, 'id') : undefined;
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
function generatedId(values: MemberValues, record: JsonObject): string {
  const { lat, lng } = locationOf(values, record) ?? {};
  const texts = (['name', ...addressMembers] as const).map(
    (member) => textOf(values.value(member), values.column(member)) ?? '',
  );
  const parts = [...texts, ...[lat, lng].map((degrees) => (degrees === undefined ? '' : String(Number(degrees))))];
  return createHash('sha256').update(JSON.stringify(parts).normalize('NFC')).digest('hex').slice(0, 16);
}

function parsePlace(
  values: MemberValues,
  record: JsonObject,
  optional: OptionalMembers,
  onGenerated: (id: string) => void,
): OpenDataRecord {
  const text = (member: Member) => optional.read(() => textOf(values.value(member), values.column(member)));
  const texts = (member: Member) => optional.read(() => textsIn(values, member)) ?? [];
  const ownId = ownIdOf(values, record);
  const id = ownId ?? generatedId(values, record);
  if (isClosed(values.value('closed'), values.column('closed'), optional)) {
    return { skipped: closed, closedId: id, location: optional.read(() => locationOf(values, record)) };
  }
  const name = textOf(values.value('name'), values.column('name'));
  if (name === undefined) return { skipped: unnamed };
  if (ownId === undefined) onGenerated(id);
  const state = text('address.state');
  const country = countryOf(text('address.country'), state);
  const number = withoutFraction(text('address.number'));
  const street = text('address.street');
  return {
    id,
    name,
    names: optional.read(() => namesOf(values)) ?? [],
    brand: text('brand'),
    phones: texts('phones').map((phone) => withoutFraction(phone) ?? ''),
    websites: texts('urlService'),
    freeform: number === undefined ? street : undefined,
    address: {
      country,
      state: stateOf(state, country),
      city: text('address.city'),
      district: text('address.district'),
      ...(number !== undefined && { street, number }),
      zipcode: withoutFraction(text('address.zipcode')),
    },
    location: locationOf(values, record),
    categories: categoriesOf(texts('category'), text('subcategory'), {
      column: values.column('category'),
      optional,
    }),
    openingHours: text('openingHours'),
    statistics: { rating: withDecimalPoint(text('rating')) },
    featured: { photo: { medium: text('picture') } },
  };
}

/** Reads names: texts by language, a list as the API returns it, a list of texts, or texts that semicolons separate. */
function namesOf(values: MemberValues): readonly NameInput[] {
  const [value, column] = [fromJson(values.value('names')), values.column('names')];
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

/** The texts of a member: of one text, or of a list of texts. */
function textsIn(values: MemberValues, member: Member): string[] {
  const value = fromJson(values.value(member));
  if (Array.isArray(value)) return textsOf(value, values.column(member));
  const text = textOf(value, values.column(member));
  return text === undefined ? [] : [text];
}

/** Reads `yes`, `no` or the date of closing, which must have passed. */
function isClosed(value: unknown, column: string, optional: OptionalMembers): boolean {
  const text = typeof value === 'boolean' ? String(value) : textOf(value, column)?.toLowerCase();
  if (text === undefined || ['no', 'false', '0', 'n', 'f', 'open'].includes(text)) return false;
  return ['yes', 'true', '1', 'y', 't', 'closed'].includes(text) || hasClosed(value, column, optional);
}

function locationOf(values: MemberValues, record: JsonObject): Position | undefined {
  const [lat, lng] = (['lat', 'lng'] as const).map((member) => {
    const text = withDecimalPoint(textOf(values.value(member), values.column(member)));
    return text === undefined ? undefined : plainDegrees(text);
  });
  const hasDegrees = lat !== undefined || lng !== undefined;
  const given = values.isGiven('location')
    ? ([values.column('location'), values.value('location')] as const)
    : undefined;
  const [column = '', value] =
    given ?? Object.entries(record).find((entry) => isGeometry(entry[0]) && !isNa(entry[1])) ?? [];
  const geometry = fromJson(value);
  const isText = typeof geometry === 'string';
  // Columns with the names x and y may be of another projection, and so may geometries that are not GeoJSON.
  const isPoint = isText && /^(?:SRID=4326;)?\s*POINT\b/i.test(geometry.trim()) && keyOf(values.column('lat')) === 'y';
  if (hasDegrees && (values.isGiven('lat') || (isText && !isPoint))) return { lat, lng };
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
  const written = text.trim().replace(/\s+/g, ' ');
  if (/^(?:SRID=\d+; ?)?POINT ?(?:Z|M|ZM)? EMPTY$/i.test(written)) return undefined;
  const [, north, east, plainNorth, plainEast] = degreePair.exec(written) ?? [];
  const pair = [north ?? plainNorth, east ?? plainEast].map((part) => part && plainDegrees(part.replace(',', '.')));
  if (pair[0] !== undefined) return { lat: pair[0], lng: pair[1] };
  const [, lng, lat] = /^(?:SRID=4326; ?)?POINT ?(?:Z|M|ZM)? ?\( ?(\S+) (\S+?)(?: \S+?){0,2} ?\)$/i.exec(written) ?? [];
  if (lng === undefined || lat === undefined) {
    throw invalidField(
      column,
      text,
      'GeoJSON, POINT (LNG LAT) or LAT, LNG, unless --columns lat=COLUMN,lng=COLUMN is given',
    );
  }
  return { lat: plainDegrees(lat), lng: plainDegrees(lng) };
}

/** `Food > Cafés` has both levels. Semicolons and bars separate several categories. */
function categoriesOf(
  texts: readonly string[],
  below: string | undefined,
  { column, optional }: { column: string; optional: OptionalMembers },
): SourceCategory[] {
  const written = texts.flatMap((text) => text.split(/[;|]/)).map((text) => text.trim());
  return written.flatMap((text) => {
    const [name = '', second = below] = text.split('>').map((level) => level.trim());
    if (slug(name) === '') {
      if (text !== '') optional.report(column, text, noLetters);
      return [];
    }
    const id = slug(name);
    const hasSecond = second !== undefined && slug(second) !== '';
    return [
      {
        ...{ id, name, names: hasSecond ? [text, second] : [text], parentNames: [name] },
        ...(hasSecond && { subcategory: { id: `${id}.${slug(second)}`, name: second } }),
      },
    ];
  });
}
