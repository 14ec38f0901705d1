import { checkRow, isRecord, notRecord, readJson, type Reading } from '../read-row.js';
import { type Reader } from '../reader.js';
import { type Kind } from '../record-kind.js';
import { record } from '../records/fields.js';
import { placeId, placeLine, type PlaceRow } from '../records/place-line.js';
import { storeOpenPlaces } from '../records/place-tables.js';
import { removePlaces } from '../records/removal.js';
import { type CategoryMap } from './category-map.js';
import { readEntries } from './entries.js';
import { longestEntry } from './list-reader.js';
import { SourceFault } from './members.js';
import { type OpenFormat } from './open-format.js';

/** A place that is not there any more. */
interface ClosedPlace {
  id: string;
  closed: true;
}

const closedPlace = record({ id: placeId });

/** What a sequence of GeoJSON (RFC 8142) has before each of its records. */
const recordSeparator = 0x1e;

type OpenRow = PlaceRow | ClosedPlace;

/** Places of open data: what it knows of them is brought up to date, and they go when they close. */
export function openPlaces({ knows }: OpenFormat): Kind<OpenRow> {
  return {
    searchable: true,
    key: (row) => row.id,
    check: () => Promise.resolve(new Map()),
    store: async (manager, rows) => {
      const open = rows.filter((row) => 'name' in row);
      const stored = open.length > 0 ? await storeOpenPlaces(manager, open, knows) : { created: 0, changed: 0 };
      const gone = rows.flatMap((row) => ('closed' in row ? [row.id] : []));
      return gone.length > 0 ? { ...stored, removed: await removePlaces(manager, gone) } : stored;
    },
  };
}

export function openReader(format: OpenFormat, map: CategoryMap): Reader<OpenRow> {
  return {
    longest: longestEntry,
    lines: (source, interrupted) => readEntries(source, format, interrupted),
    read: (bytes) => {
      const read = readJson(bytes[0] === recordSeparator ? bytes.subarray(1) : bytes);
      return 'reason' in read ? read : readOpenPlace(read.value, format, map);
    },
  };
}

/** What a record of open data comes to. */
export function readOpenPlace(value: unknown, format: OpenFormat, map: CategoryMap): Reading<OpenRow> {
  if (Array.isArray(value) && format.csv) return { reason: `has ${value.length} columns, unlike the header` };
  if (!isRecord(value)) return { reason: notRecord };
  try {
    const place = format.read(value);
    if ('leftOut' in place) {
      const { leftOut, closed } = place;
      if (closed === undefined) return { leftOut };
      const read = checkRow({ id: closed }, closedPlace);
      return 'reason' in read ? read : { leftOut, row: { ...read.row, closed: true } };
    }
    const categories = place.categories.flatMap((category) => map.apply(category));
    return checkRow({ ...place, categories }, placeLine);
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error;
    return { reason: error.message };
  }
}
