import { errorMessage } from '../../../config/error-message.js';
import { readSmallFile } from '../../../config/small-file.js';
import { CommandError } from '../../command-error.js';
import { type OpenDataField } from '../records/place-tables.js';
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

/**
 * The members of a place that a table may have, with the usual names of their columns in lower case, without punctuation. The
 * column of `closed` is never guessed: it deletes places.
 */
const members = {
  id: ['id', 'placeid', 'ref', 'identifier', 'uuid', 'uid', 'gid', 'globalid', 'objectid', 'fid'],
  name: ['name', 'title', 'placename', 'label', 'nome', 'nombre', 'nom'],
  names: ['names', 'altnames', 'alternativenames', 'altname', 'alternativename'],
  brand: ['brand', 'brandname'],
  lat: ['lat', 'latitude', 'y', 'latitud', 'locationlat'],
  lng: ['lng', 'lon', 'long', 'longitude', 'x', 'longitud', 'locationlng'],
  phones: ['phones', 'phone', 'telephone', 'tel', 'phonenumber', 'telefone', 'telefono'],
  urlService: ['urlservice', 'url', 'website', 'web', 'homepage', 'site'],
  'address.country': ['country', 'countrycode', 'addresscountry', 'addrcountry'],
  'address.state': ['state', 'region', 'province', 'addressstate', 'addrstate'],
  'address.city': ['city', 'town', 'locality', 'municipality', 'addresscity', 'addrcity', 'cidade', 'ciudad', 'ville'],
  'address.district': ['district', 'suburb', 'neighbourhood', 'neighborhood', 'addressdistrict', 'bairro'],
  'address.street': ['street', 'streetname', 'address', 'addr', 'addressstreet', 'addrstreet', 'road'],
  'address.number': ['housenumber', 'number', 'streetnumber', 'addressnumber', 'addrhousenumber'],
  'address.zipcode': ['zipcode', 'zip', 'postcode', 'postalcode', 'addresszipcode', 'addrpostcode', 'cep', 'plz'],
  category: ['category', 'categories', 'type', 'kind', 'categoria'],
  subcategory: ['subcategory', 'subtype'],
  openingHours: ['openinghours', 'hours'],
  closed: [],
} satisfies Record<string, readonly string[]>;

type Member = keyof typeof members;

/** Members of which `NA` may be a value. */
const mayBeNa: readonly Member[] = ['name', 'names', 'address.country', 'address.state'];

const memberNames = Object.keys(members) as Member[];

/** The column of each member. An empty name means none. */
export type Columns = Partial<Record<Member, string>>;

/**
 * Reads `--columns`: `id=ref,name=title`, or the name of a file with such pairs, one a line.
 *
 * @throws CommandError if the file cannot be read, or a member is unknown
 */
export function readColumns(option: string): Columns {
  if (option === '') return {};
  const pairs = option.includes('=') ? option.split(',') : linesOf(option);
  const columns: Columns = {};
  for (const pair of pairs) {
    const [, written = '', column = ''] = /^([^=]*)=(.*)$/.exec(pair) ?? [];
    const short = written.trim().replace(/^location\./, '');
    const member = memberNames.find((name) => name === short || name === `address.${short}`);
    if (member === undefined) {
      throw new CommandError(
        `--columns: ${JSON.stringify(pair.trim())} must be MEMBER=COLUMN; members are ${memberNames.join(', ')}.`,
        2,
      );
    }
    columns[member] = column.trim();
  }
  return columns;
}

function linesOf(path: string): string[] {
  try {
    const text = readSmallFile(path)
      .toString()
      .replace(/^\uFEFF/, '');
    return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
  } catch (error) {
    throw new CommandError(`--columns must be MEMBER=COLUMN, or a file with such lines: ${errorMessage(error)}`, 2);
  }
}

/**
 * The format of one file with any table of places: CSV, Parquet, GeoJSON or lines of JSON. A member without a column keeps its
 * stored value.
 *
 * @param given columns that are not guessed by their names
 */
export function customTable(given: Columns, { csv }: { csv: boolean }): OpenDataFormat {
  const table = new TableColumns(given);
  return {
    source: undefined,
    csv,
    columns: undefined,
    optionalFields: ['district', 'openingHours', 'names', 'brand'],
    absentFields: () => table.absentFields(),
    // Objects of JSON leave out members without a value.
    ...(csv && {
      checkFirstRecord: (first) => {
        table.check(fieldsOf(first));
      },
    }),
    notes: () => table.notes(),
    idOf: (record) => idOf(table.read(fieldsOf(record)), record),
    parse: (record, optional) => parsePlace(table.read(fieldsOf(record)), record, optional),
  };
}

/** The fields of a GeoJSON feature or of a row. */
function fieldsOf(record: JsonObject): JsonObject {
  return withoutNullMarkers(objectOf(record.properties, 'properties') ?? record);
}

/** Finds the columns of a file, and the member of each. */
class TableColumns {
  /** The column of each member, by the columns of a record. */
  private readonly known = new Map<string, Columns>();
  private readonly used: Columns = {};
  private readonly names = new Set<string>();

  constructor(private readonly given: Columns) {}

  /** @throws Error if the first record lacks a column that it needs */
  check(fields: JsonObject): void {
    const columns = this.columnsOf(fields);
    const its = `its columns are ${Object.keys(fields).join(', ')}`;
    const missing = Object.entries(this.given).find(
      ([, column]) => column !== '' && valueAt(fields, column) === undefined,
    );
    if (missing) throw new Error(`it has no column ${JSON.stringify(missing[1])} for ${missing[0]}; ${its}`);
    const needed = (['id', 'name'] as const).find((member) => columns[member] === undefined);
    if (needed) throw new Error(`it has no column for ${needed}: give --columns ${needed}=COLUMN; ${its}`);
  }

  /** Reads the members of a record. */
  read(fields: JsonObject): MemberValues {
    const columns = this.columnsOf(fields);
    return {
      column: (member) => columns[member] ?? member,
      isGiven: (member) => this.given[member] !== undefined,
      value: (member) => {
        const column = columns[member];
        const value = column === undefined || column === '' ? undefined : valueAt(fields, column);
        return isNa(value) && !mayBeNa.includes(member) ? undefined : value;
      },
    };
  }

  absentFields(): OpenDataField[] {
    return fieldsOfMembers.flatMap(([field, ...needs]) => (needs.some((member) => this.used[member]) ? [] : [field]));
  }

  /** `columns: id=ref, name=title (guessed); not used: x` */
  notes(): string[] {
    if (this.names.size === 0) return [];
    const pairs = memberNames.flatMap((member) => {
      const column = this.used[member];
      if (column === undefined || column === '') return [];
      return [`${member}=${column}${this.given[member] === undefined ? ' (guessed)' : ''}`];
    });
    const hasDegrees = this.used.lat !== undefined;
    const unused = [...this.names].filter(
      (name) => !Object.values(this.used).includes(name) && (hasDegrees || !isGeometry(name)),
    );
    return [`columns: ${pairs.join(', ')}${unused.length > 0 ? `; not used: ${unused.slice(0, 50).join(', ')}` : ''}`];
  }

  private columnsOf(fields: JsonObject): Columns {
    const names = namesIn(fields);
    const key = names.join('\n');
    const before = this.known.get(key);
    if (before) return before;
    const columns = { ...guess(names, this.given), ...this.given };
    // Features may have any members. Beyond the limit, each record is guessed again.
    if (this.known.size < 1000) this.known.set(key, columns);
    for (const name of names.slice(0, 1000)) this.names.add(name);
    Object.assign(this.used, { ...columns, ...this.used });
    return columns;
  }
}

/** A name in lower case, without punctuation. */
function keyOf(column: string): string {
  return column.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

interface MemberValues {
  /** The name of its column, for messages. */
  column(member: Member): string;
  isGiven(member: Member): boolean;
  value(member: Member): unknown;
}

/** Members of a nested object count as columns: `address.street`. */
function namesIn(fields: JsonObject): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isNested ? Object.keys(value).map((inner) => `${name}.${inner}`) : [name];
  });
}

function guess(names: readonly string[], given: Columns): Columns {
  const free = names.filter((name) => !Object.values(given).includes(name));
  const byKey = new Map(free.map((name) => [keyOf(name), name]));
  const found = memberNames.flatMap((member) => {
    const column = members[member].map((name) => byKey.get(name)).find((name) => name !== undefined);
    return column === undefined ? [] : [[member, column] as const];
  });
  return Object.fromEntries(found);
}

/** The value of a column, or of nested members: `address.street`. */
function valueAt(fields: JsonObject, column: string): unknown {
  if (column in fields) return fields[column];
  return column
    .split('.')
    .reduce<unknown>(
      (value, name) => (typeof value === 'object' && value !== null ? (value as JsonObject)[name] : undefined),
      fields,
    );
}

/** A field of a place stays unchanged if none of its members has a column. */
const fieldsOfMembers: readonly (readonly [OpenDataField, ...Member[]])[] = [
  ['phones', 'phones'],
  ['urlService', 'urlService'],
  ['country', 'address.country'],
  ['state', 'address.state'],
  ['city', 'address.city'],
  ['district', 'address.district'],
  ['street', 'address.street'],
  ['number', 'address.number', 'address.street'],
  ['zipcode', 'address.zipcode'],
  ['categories', 'category', 'subcategory'],
  ['openingHours', 'openingHours'],
  ['names', 'names'],
  ['brand', 'brand'],
];

function idOf(values: MemberValues, record: JsonObject): string {
  // Features have their identifier beside their properties.
  const given = values.value('id') ?? (isNa(record.id) ? undefined : record.id);
  const id = withoutFraction(textOf(given, values.column('id')));
  if (id === undefined) {
    throw invalidField(values.column('id'), null, 'the identifier of the place: --columns id=COLUMN says where it is');
  }
  return id;
}

function parsePlace(values: MemberValues, record: JsonObject, optional: OptionalMembers): OpenDataRecord {
  const text = (member: Member) => optional.read(() => textOf(values.value(member), values.column(member)));
  const texts = (member: Member) => optional.read(() => textsIn(values, member)) ?? [];
  const id = idOf(values, record);
  if (isClosed(values.value('closed'), values.column('closed'), optional)) {
    return { skipped: closed, closedId: id, location: optional.read(() => locationOf(values, record)) };
  }
  const name = textOf(values.value('name'), values.column('name'));
  if (name === undefined) return { skipped: unnamed };
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
    // Spreadsheets of many languages write a decimal comma.
    const text = textOf(values.value(member), values.column(member))?.replace(
      /^([-+]?\d*),(\d+(?:e[-+]?\d+)?)$/i,
      '$1.$2',
    );
    return text === undefined ? undefined : plainDegrees(text);
  });
  const hasDegrees = lat !== undefined || lng !== undefined;
  const [column = '', value] = Object.entries(record).find((entry) => isGeometry(entry[0]) && !isNa(entry[1])) ?? [];
  const geometry = fromJson(value);
  const isText = typeof geometry === 'string';
  // Columns with the names x and y may be of another projection, and so may geometries that are not GeoJSON.
  const isPoint = isText && /^(?:SRID=4326;)?\s*POINT\b/i.test(geometry.trim()) && keyOf(values.column('lat')) === 'y';
  if (hasDegrees && (values.isGiven('lat') || (isText && !isPoint))) return { lat, lng };
  const position = isText ? pointOf(geometry, column) : positionOf(geometry);
  return position ?? (hasDegrees ? { lat, lng } : undefined);
}

/** The usual names of columns with geometries, as PostGIS, ogr2ogr and Socrata write them. */
function isGeometry(column: string): boolean {
  return ['geometry', 'geom', 'wkt', 'thegeom'].includes(keyOf(column));
}

/** Reads `POINT (-46.33 -23.96)` (well-known text), also with a reference system or a height. */
function pointOf(text: string, column: string): Position | undefined {
  const written = text.trim().replace(/\s+/g, ' ');
  if (/^(?:SRID=\d+; ?)?POINT ?(?:Z|M|ZM)? EMPTY$/i.test(written)) return undefined;
  const [, lng, lat] = /^(?:SRID=4326; ?)?POINT ?(?:Z|M|ZM)? ?\( ?(\S+) (\S+?)(?: \S+?){0,2} ?\)$/i.exec(written) ?? [];
  if (lng === undefined || lat === undefined) {
    throw invalidField(column, text, 'GeoJSON or POINT (LNG LAT), unless --columns lat=COLUMN,lng=COLUMN is given');
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
