import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import {
  isObject,
  notAnObject,
  parseJson,
  type ParsedRow,
  validateRow,
  type ValueFault,
  withFaults,
} from '../parse-row.js';
import { type PlaceCategory } from '../../../places/place.js';
import { type BoundingBox, checkSystemOf } from './position.js';
import { type Line } from '../line-reader.js';
import { type RecordWriter } from '../record-writer.js';
import { closedPlaceSchema, parsePlace, type PlaceRow, phoneCountryOf } from '../records/place-schema.js';
import { removePlaces, writeOpenDataPlaces } from '../records/place-tables.js';
import { type RowReader } from '../row-reader.js';
import { categoryByNames, type OpenDataFormat, type OpenDataPlace, type SourceCategory } from './define.js';
import { InvalidRecordError, OptionalMembers, slug } from './field-values.js';
import { readRecords } from './read-records.js';
import { streetOf } from './streets.js';
import { phonesOf } from '../values/phones.js';
import { websiteOf } from '../values/web-addresses.js';
import { countOf, quoteValue } from '../../visible-text.js';
import { errorMessage } from '../../../config/error-message.js';
import { readSmallFile } from '../../../config/small-file.js';
import { CommandError } from '../../command-error.js';

/** A place to remove. `--bbox` needs its position. */
interface ClosedPlace extends Pick<PlaceRow, 'id' | 'lat' | 'lng'> {
  closed: true;
}

type OpenDataRow = PlaceRow | ClosedPlace;

/** GeoJSON text sequences (RFC 8142) put this byte before each record. */
const recordSeparator = 0x1e;

/**
 * Updates the fields that the data set has, and removes closed places.
 */
export function openDataWriter({ optionalColumns = [] }: OpenDataFormat): RecordWriter<OpenDataRow> {
  return {
    changesIndex: true,
    key: (row) => row.id,
    write: async (manager, rows, runId, absentColumns) => {
      const places = rows.filter((row) => 'name' in row);
      const counts =
        places.length > 0 ? await writeOpenDataPlaces(manager, places, runId, optionalColumns, absentColumns) : {};
      const closedIds = rows.flatMap((row) => ('closed' in row ? [row.id] : []));
      return closedIds.length > 0 ? { ...counts, ...(await removePlaces(manager, closedIds)) } : counts;
    },
  };
}

interface ReaderOptions {
  map?: CategoryMap | undefined;
  /** Records outside it need not be read. */
  box?: BoundingBox | undefined;
}

/** Reads the records of a file of a data set and parses each into a place. */
export function openDataReader(format: OpenDataFormat, { map, box }: ReaderOptions): RowReader<OpenDataRow> {
  return {
    lines: (file, interrupted) => withFirstChecked(readRecords(file, format, interrupted, box), format),
    absentColumns: () => format.absentColumns?.() ?? [],
    notes: () => format.notes?.() ?? [],
    parse: (bytes) => {
      const parsed = parseRecord(bytes);
      return 'rejected' in parsed ? parsed : parseOpenDataRecord(parsed.value, format, map);
    },
    idOf: (bytes) => {
      const parsed = parseRecord(bytes);
      if ('rejected' in parsed || !isObject(parsed.value)) return undefined;
      try {
        return format.idOf(parsed.value);
      } catch (error) {
        if (!(error instanceof InvalidRecordError)) throw error;
        return undefined;
      }
    },
  };
}

/** Lets the format check the first record that is an object. */
async function* withFirstChecked(lines: AsyncIterable<Line>, format: OpenDataFormat): AsyncGenerator<Line> {
  let isFirst = format.checkFirstRecord !== undefined;
  for await (const line of lines) {
    const parsed = isFirst ? parseRecord(line.bytes) : undefined;
    if (parsed && 'value' in parsed && isObject(parsed.value)) {
      format.checkFirstRecord?.(parsed.value);
      isFirst = false;
    }
    yield line;
  }
}

function parseRecord(bytes: Buffer): ReturnType<typeof parseJson> {
  return parseJson(bytes[0] === recordSeparator ? bytes.subarray(1) : bytes);
}

/** Parses one record of a data set. Without a map, its categories stay as they are. */
export function parseOpenDataRecord(
  value: unknown,
  format: OpenDataFormat,
  map = new CategoryMap(),
): ParsedRow<OpenDataRow> {
  // The CSV reader yields a list for a record whose columns do not match the header.
  if (Array.isArray(value) && format.csv)
    return { rejected: `has ${countOf(value.length, 'column')}, unlike the header` };
  if (!isObject(value)) return { rejected: notAnObject };
  const optional = new OptionalMembers();
  try {
    if (value.type === 'Feature') checkSystemOf(value, '');
    const place = format.parse(value, optional);
    if ('skipped' in place) {
      const { skipped, closedId, location } = place;
      if (closedId === undefined) return { skipped };
      const result = validateRow({ id: closedId, location }, closedPlaceSchema, ['id']);
      return 'rejected' in result ? result : { skipped, row: { ...result.row, closed: true } };
    }
    const categories = place.categories.flatMap((category) => map.apply(category));
    return toRow({ ...place, categories }, optional.faults);
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    return { rejected: error.message };
  }
}

type MappedPlace = Omit<OpenDataPlace, 'categories'> & { categories: PlaceCategory[] };

/** Turns a place into a row. Finds telephone numbers, web addresses and house numbers in texts of any form. */
function toRow(place: MappedPlace, faults: readonly ValueFault[]): ParsedRow<PlaceRow> {
  const { phones, websites, freeform, address, location, ...rest } = place;
  const { country, city, zipcode } = address;
  const code = phoneCountryOf(country, location && { lat: String(location.lat), lng: String(location.lng) });
  const numbers = phonesOf(phones, code);
  const website = websiteOf(websites);
  const street = streetOf(freeform, { country: code, city, zipcode });
  const mapped = { ...rest, address: { ...address, ...street }, location };
  const result = parsePlace({ ...mapped, phones: numbers.numbers, urlService: website.address });
  if (!('row' in result)) return result;
  return withFaults(result.row, [...faults, ...numbers.faults, ...website.faults, ...(result.faults ?? [])]);
}

/** The category that replaces a category of the data set. An empty category means none. */
interface MappedCategory {
  category: string;
  subcategory: string;
}

/** Maps categories of a data set to categories of the directory (`--map`). */
export class CategoryMap {
  private readonly mappedCategories: ReadonlyMap<string, MappedCategory>;

  constructor(targets: Iterable<readonly [source: string, target: MappedCategory]> = []) {
    this.mappedCategories = new Map([...targets].map(([source, target]) => [keyOf(source), target]));
  }

  /**
   * The categories that replace a category. The most specific entry of the map counts. An entry for the category keeps the
   * subcategory. Further categories without an entry are left out.
   */
  apply({ id, name, subcategory, names, parentNames, isFurther = false }: SourceCategory): PlaceCategory[] {
    const mapped = ({ category, subcategory: below }: MappedCategory) => categoryByNames(category, below || undefined);
    const target = this.find(names);
    if (target) return target.category === '' ? [] : [mapped(target)];
    const parent = this.find(parentNames);
    if (parent?.category === '') return [];
    if (!parent && isFurther && this.mappedCategories.size > 0) return [];
    const unmapped = subcategory && { subcategory };
    return [parent ? { ...unmapped, ...mapped(parent) } : { id, name, ...unmapped }];
  }

  private find(names: readonly string[]): MappedCategory | undefined {
    return names.map((name) => this.mappedCategories.get(keyOf(name))).find((target) => target !== undefined);
  }
}

/**
 * Reads a category map: CSV with the header `source,category,subcategory`.
 *
 * @throws CommandError if the file cannot be read, or is no such CSV
 */
export function readCategoryMap(path: string): CategoryMap {
  try {
    const bytes = readSmallFile(path);
    if (!isUtf8(bytes)) throw new Error('it is not UTF-8');
    return new CategoryMap(readMappedCategories(bytes));
  } catch (error) {
    throw new CommandError(`The category map ${path} cannot be read: ${errorMessage(error)}`);
  }
}

interface MapRow {
  source: string;
  category: string;
  subcategory?: string;
}

function readMappedCategories(csv: Buffer): [string, MappedCategory][] {
  const options = { bom: true, trim: true, skip_empty_lines: true };
  // Reads no quotes: those of JSON are errors of CSV, which say less than that the header is missing.
  const [header = []] = parse(csv, { ...options, to: 1, quote: false });
  const names = header.map((name) => name.replace(/^"(.*)"$/, '$1'));
  if (!names.includes('source') || !names.includes('category'))
    throw new Error('it must be CSV with the header source,category,subcategory');
  const rows = parse(csv, { ...options, columns: true }) as unknown as MapRow[];
  return rows.map(({ source, category, subcategory = '' }) => [source, validate(source, { category, subcategory })]);
}

/** Identifiers are slugs of names, so a name needs a letter or a digit. */
function validate(source: string, target: MappedCategory): MappedCategory {
  const { category, subcategory } = target;
  if (category === '' && subcategory !== '') {
    throw new Error(`${quoteValue(source)}: subcategory ${quoteValue(subcategory)} must have a category`);
  }
  const withoutSlug = [category, subcategory].find((name) => name !== '' && slug(name) === '');
  if (withoutSlug !== undefined)
    throw new Error(`${quoteValue(source)}: ${quoteValue(withoutSlug)} must have a letter or a digit`);
  return target;
}

function keyOf(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, ' ').replace(/ ?> ?/g, ' > ');
}
