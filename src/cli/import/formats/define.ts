import { type NameType, type PlaceAddress, type PlaceCategory } from '../../../places/place.js';
import { type Source } from '../../../places/sources/source.js';
import { type PlaceColumn } from '../records/place-tables.js';
import {
  countryOf,
  fromJson,
  type JsonObject,
  objectOf,
  OptionalMembers,
  slug,
  stateOf,
  textOf,
  textsOf,
  withoutFraction,
} from './field-values.js';
import { type Position } from './position.js';

/** A format of open data, as `openDataReader` reads it. Of a custom table, it also holds the columns that the file was found to have. */
export interface OpenDataFormat {
  /** The source of its places, unless the import has `--source`. A custom table has none. */
  source: Required<Source> | undefined;
  /** Of a data set: what it is and what files it has, for the help of `import`. */
  files?: string;
  /** Whether its text files are CSV; otherwise JSON. */
  csv?: boolean;
  /** Columns to read from its Parquet files. Default: all. */
  columns?: readonly string[];
  /**
   * The columns that this data set has, and others lack. A record without a value for one of them clears the stored value. Columns that
   * are not listed stay unchanged.
   */
  optionalColumns?: readonly PlaceColumn[];
  /** See `RowReader.absentColumns`. */
  absentColumns?(): readonly PlaceColumn[];
  /** Checks the first record of a file. @throws Error if the file cannot be of this format */
  checkFirstRecord?(first: JsonObject): void;
  /** See `RowReader.notes`. */
  notes?(): string[];
  /** The identifier of the place in this directory. @throws InvalidRecordError if the record has none */
  idOf(record: JsonObject): string;
  /**
   * @param optional collects the members that are left out
   * @throws InvalidRecordError if the record does not follow the format
   */
  parse(record: JsonObject, optional: OptionalMembers): OpenDataRecord;
}

/** A parsed record: a place, or the reason to skip it. A skipped record with `closedId` removes this place from the directory. */
type OpenDataRecord = OpenDataPlace | { skipped: string; closedId?: string; location?: Position | undefined };

/** A place in the shape of the API, with the fields that open data has. */
export interface OpenDataPlace {
  id: string;
  name: string;
  names: readonly NameInput[];
  brand: string | undefined;
  /** Texts with telephone numbers. */
  phones: string[];
  /** Texts with web addresses, the main one first. */
  websites: string[];
  /** Street and house number in one text, instead of `address.street`. */
  freeform: string | undefined;
  address: Readonly<Partial<Record<keyof PlaceAddress, string | undefined>>>;
  location: Position | undefined;
  categories: SourceCategory[];
  openingHours: string | undefined;
  statistics: { rating: string | undefined };
  featured: { photo: { medium: string | undefined } };
  utilities: readonly { id: string; name: string }[];
}

/** A further name. An invalid language or text is reported, and left out. */
export interface NameInput {
  text: unknown;
  language?: string | undefined;
  type?: NameType;
}

/** A category of a data set, with the names that a category map may use for it, the most specific first. */
export interface SourceCategory extends PlaceCategory {
  /** Names of the subcategory, or of the category if there is no subcategory. */
  names: readonly string[];
  /** Names of the category. */
  parentNames: readonly string[];
  /** Whether it is not the main category. The place keeps a further category only if the category map names it, or there is no map. */
  isFurther?: boolean;
}

/**
 * A field; or several, of which the first with a text counts; or a function. Invalid texts are left out, and reported; so is what a
 * function rejects by an InvalidRecordError.
 */
type Text<R> = string | readonly string[] | ((record: R) => string | undefined);

/** Fields of texts, or of lists of texts. All of them count. */
type Texts<R> = readonly string[] | ((record: R) => string[]);

/** What a format is, and where its records have the members of a place. */
export interface FormatDeclaration<R extends SourceRecord = SourceRecord> extends Omit<
  OpenDataFormat,
  'idOf' | 'parse'
> {
  /** The fields of a record. Default: the properties of GeoJSON, or the columns of a table. */
  fieldsOf?: (record: JsonObject) => JsonObject;
  /**
   * The identifier in this directory. It starts with the name of the source, so that sources never collide.
   *
   * @throws InvalidRecordError if the record has none
   */
  id(record: R): string;
  /** Why the record is not imported; undefined for a place. If it is `closed`, its place is removed. */
  skip(record: R): string | undefined;
  /** Records without a name are skipped. @throws InvalidRecordError */
  name: string | ((record: R) => string | undefined);
  names?(record: R): readonly NameInput[];
  brand?: Text<R>;
  phones: Texts<R>;
  websites: Texts<R>;
  country: Text<R>;
  state: Text<R>;
  city: Text<R>;
  district?: Text<R>;
  street?: Text<R>;
  number?: Text<R>;
  /** Street and house number in one text, of a record without `street`. */
  freeform?: Text<R>;
  zipcode: Text<R>;
  /** @throws InvalidRecordError for an invalid position, which rejects the record */
  location(record: R): Position | undefined;
  categories(record: R): SourceCategory[];
  openingHours?: Text<R>;
  rating?: Text<R>;
  picture?: Text<R>;
  utilities?(record: R): OpenDataPlace['utilities'];
}

/** A record of a file, as a declaration reads it. */
export class SourceRecord {
  private read: JsonObject | undefined;

  constructor(
    /** As it is in the file. */
    readonly whole: JsonObject,
    /** Collects what is left out. */
    readonly optional: OptionalMembers,
    private readonly fieldsOf: (whole: JsonObject) => JsonObject,
  ) {}

  get fields(): JsonObject {
    return (this.read ??= this.fieldsOf(this.whole));
  }

  /** What messages call a field. */
  readonly labelOf: (field: string) => string = (field) => field;

  /** The text of a field. @throws InvalidRecordError if it has another value */
  strictText(field: string): string | undefined {
    return textOf(this.fields[field], this.labelOf(field));
  }

  /** The first of the fields that has a text. Other values are left out, and reported. */
  text(...fields: readonly string[]): string | undefined {
    const texts = fields.map((field) => this.optional.read(() => this.strictText(field)));
    return texts.find((text) => text !== undefined);
  }

  /** All texts of the fields, which may have lists of texts. Other values are left out, and reported. */
  texts(...fields: readonly string[]): string[] {
    return fields.flatMap((field) => this.optional.read(() => this.strictTexts(field)) ?? []);
  }

  private strictTexts(field: string): string[] {
    const value = fromJson(this.fields[field]);
    if (Array.isArray(value)) return textsOf(value, this.labelOf(field));
    return [textOf(value, this.labelOf(field)) ?? []].flat();
  }
}

/** Reasons to skip a record. */
export const closed = 'is closed';
const unnamed = 'has no name';

/** Reason to leave out a category. */
export const noLetters = 'has neither letters nor digits';

/** A category, and perhaps one below it, by their names. Identifiers of names are stable between runs, and data sets can share them. */
export function categoryByNames(name: string, below?: string, prefix = ''): PlaceCategory {
  const id = `${prefix}${slug(name)}`;
  return { id, name, ...(below !== undefined && { subcategory: { id: `${id}.${slug(below)}`, name: below } }) };
}

/** Makes a format of its declaration. */
export function defineFormat(declaration: FormatDeclaration): OpenDataFormat {
  const { fieldsOf = propertiesOf } = declaration;
  const recordOf = (whole: JsonObject, optional: OptionalMembers) => new SourceRecord(whole, optional, fieldsOf);
  return {
    ...declaration,
    idOf: (whole) => declaration.id(recordOf(whole, new OptionalMembers())),
    parse: (whole, optional) => readPlace(declaration, recordOf(whole, optional)),
  };
}

/** In Parquet, the columns hold the properties, or one has all of them in JSON. */
function propertiesOf(record: JsonObject): JsonObject {
  return objectOf(record.properties, 'properties') ?? record;
}

/** Reads the place of a record. @throws InvalidRecordError if the record does not follow the format */
export function readPlace<R extends SourceRecord>(format: FormatDeclaration<R>, record: R): OpenDataRecord {
  const { optional } = record;
  const text = (field: Text<R> = []) =>
    typeof field === 'function' ? optional.read(() => field(record)) : record.text(...[field].flat());
  const texts = (fields: Texts<R>) => (typeof fields === 'function' ? fields(record) : record.texts(...fields));
  const id = format.id(record);
  const skipped = format.skip(record);
  if (skipped === closed) return { skipped, closedId: id, location: optional.read(() => format.location(record)) };
  if (skipped !== undefined) return { skipped };
  const name = typeof format.name === 'function' ? format.name(record) : record.strictText(format.name);
  if (name === undefined) return { skipped: unnamed };
  const region = text(format.state);
  const country = countryOf(text(format.country), region);
  const street = text(format.street);
  return {
    id,
    name,
    names: optional.read(() => format.names?.(record)) ?? [],
    brand: text(format.brand),
    phones: texts(format.phones).map(withoutFraction),
    websites: texts(format.websites),
    freeform: street === undefined ? text(format.freeform) : undefined,
    address: {
      country,
      state: stateOf(region, country),
      city: text(format.city),
      district: text(format.district),
      street,
      number: withoutFraction(text(format.number)),
      zipcode: withoutFraction(text(format.zipcode)),
    },
    location: format.location(record),
    categories: optional.read(() => format.categories(record)) ?? [],
    openingHours: text(format.openingHours),
    statistics: { rating: text(format.rating) },
    featured: { photo: { medium: text(format.picture) } },
    utilities: optional.read(() => format.utilities?.(record)) ?? [],
  };
}
