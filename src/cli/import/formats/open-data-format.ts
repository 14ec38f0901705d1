import { type NameType, type PlaceAddress, type PlaceCategory } from '../../../places/place.js';
import { type Source } from '../../../places/sources/source.js';
import { type PlaceColumn } from '../records/place-tables.js';
import { type OptionalMembers } from './field-values.js';
import { type Position } from './position.js';

/** A parsed record: a place, or the reason to skip it. A skipped record with `closedId` removes this place from the directory. */
export type OpenDataRecord = OpenDataPlace | { skipped: string; closedId?: string; location?: Position | undefined };

/** A place in the shape of the API, with the fields that open data has. */
export interface OpenDataPlace {
  id: string;
  name: string;
  names?: readonly NameInput[];
  brand?: string | undefined;
  /** Texts with telephone numbers. */
  phones: string[];
  /** Texts with web addresses, the main one first. */
  websites: string[];
  /** Street and house number in one text, instead of `address.street` and `address.number`. */
  freeform?: string | undefined;
  address: Readonly<Partial<Record<keyof PlaceAddress, string | undefined>>>;
  location: Position | undefined;
  categories: SourceCategory[];
  openingHours?: string | undefined;
  statistics?: { rating: string | undefined };
  featured?: { photo: { medium: string | undefined } };
  utilities?: readonly { id: string; name: string }[];
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

/** How to read a file of an open data set. Of a custom table, it also holds the columns that the file was found to have. */
export interface OpenDataFormat {
  /** The source of its places, unless the import has `--source`. A custom table has none. */
  source: Required<Source> | undefined;
  /** Whether its text files are CSV; otherwise JSON. */
  csv: boolean;
  /** Columns to read from its Parquet files; undefined for all. */
  columns: readonly string[] | undefined;
  /**
   * The columns that this data set has, and others lack. A record without a value for one of them clears the stored value. Columns that
   * are not listed stay unchanged.
   */
  optionalColumns: readonly PlaceColumn[];
  /** See `RowReader.absentColumns`. */
  absentColumns?(): readonly PlaceColumn[];
  /** Checks the first record of a file. @throws Error if the file cannot be of this format */
  checkFirstRecord?(first: Readonly<Record<string, unknown>>): void;
  /** See `RowReader.notes`. */
  notes?(): string[];
  /** The identifier of the place in this directory. @throws InvalidRecordError if the record has none */
  idOf(record: Readonly<Record<string, unknown>>): string;
  /**
   * @param optional collects the members that are left out
   * @throws InvalidRecordError if the record does not follow the format
   */
  parse(record: Readonly<Record<string, unknown>>, optional: OptionalMembers): OpenDataRecord;
}

/** Reasons to skip a record. */
export const unnamed = 'has no name';
export const closed = 'is closed';

/** Reason to leave out a category. */
export const noLetters = 'has neither letters nor digits';
