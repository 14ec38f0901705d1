import { type InputFile } from '../input-file.js';
import { isObject, notAnObject, parseJson, type ParseResult, validateRow } from '../parse-row.js';
import { type RecordStore } from '../record-kind.js';
import { record } from '../records/fields.js';
import { placeId, type PlaceRow, placeSchema } from '../records/place-schema.js';
import { storeOpenPlaces } from '../records/place-tables.js';
import { removePlaces } from '../records/remove-places.js';
import { type RowReader } from '../row-reader.js';
import { type CategoryMap } from './category-map.js';
import { maxRecordBytes } from './collection-reader.js';
import { InvalidRecordError } from './field-values.js';
import { type OpenFormat } from './open-format.js';
import { readRecords } from './read-records.js';

/** A place to remove. */
interface ClosedPlace {
  id: string;
  closed: true;
}

type OpenRow = PlaceRow | ClosedPlace;

const closedPlaceSchema = record({ id: placeId });

/** GeoJSON text sequences (RFC 8142) put this byte before each record. */
const recordSeparator = 0x1e;

/** Updates the fields that the data set has, and removes closed places. */
export function openPlaceStore({ optionalFields }: OpenFormat): RecordStore<OpenRow> {
  return {
    searchable: true,
    key: (row) => row.id,
    check: () => Promise.resolve(new Map()),
    store: async (manager, rows) => {
      const open = rows.filter((row) => 'name' in row);
      const counts =
        open.length > 0 ? await storeOpenPlaces(manager, open, optionalFields) : { created: 0, changed: 0 };
      const closedIds = rows.flatMap((row) => ('closed' in row ? [row.id] : []));
      return closedIds.length > 0 ? { ...counts, removed: await removePlaces(manager, closedIds) } : counts;
    },
  };
}

/** Reads the records of a data set and parses each into a place. */
export function openPlaceReader(format: OpenFormat, map: CategoryMap): RowReader<OpenRow> {
  return {
    maxLineBytes: maxRecordBytes,
    lines: (file: InputFile, interrupted) => readRecords(file, format, interrupted),
    parse: (bytes) => {
      const parsed = parseJson(bytes[0] === recordSeparator ? bytes.subarray(1) : bytes);
      return 'rejected' in parsed ? parsed : parseOpenPlace(parsed.value, format, map);
    },
  };
}

/** Parses one record of a data set. */
export function parseOpenPlace(value: unknown, format: OpenFormat, map: CategoryMap): ParseResult<OpenRow> {
  // The CSV reader yields a list for a record whose columns do not match the header.
  if (Array.isArray(value) && format.csv) return { rejected: `has ${value.length} columns, unlike the header` };
  if (!isObject(value)) return { rejected: notAnObject };
  try {
    const place = format.parse(value);
    if ('skipped' in place) {
      const { skipped, closedId } = place;
      if (closedId === undefined) return { skipped };
      const result = validateRow({ id: closedId }, closedPlaceSchema);
      return 'rejected' in result ? result : { skipped, row: { ...result.row, closed: true } };
    }
    const categories = place.categories.flatMap((category) => map.apply(category));
    return validateRow({ ...place, categories }, placeSchema);
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    return { rejected: error.message };
  }
}
