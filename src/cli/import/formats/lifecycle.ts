import { invalidField, type JsonObject, listOf, type OptionalMembers, textOf, readTextList } from './field-values.js';
import { featureKeys, featuresOf, isFeature, isSurroundings, tagOf } from './osm-features.js';

/**
 * The marks of places that do not exist any more, or not yet, by format. A place with such a mark is removed.
 *
 * OpenStreetMap: https://wiki.openstreetmap.org/wiki/Lifecycle_prefix
 * Overture: https://docs.overturemaps.org/schema/reference/places/place/
 * Foursquare: https://docs.foursquare.com/data-products/docs/places-os-data-schema
 * Who's On First: https://github.com/whosonfirst/whosonfirst-properties
 */
const lifecycle = {
  osm: {
    /** Prefixes of category keys: `disused:amenity=pub` instead of `amenity=pub`. */
    prefixes: [
      ...[
        'disused',
        'abandoned',
        'closed',
        'demolished',
        'destroyed',
        'dismantled',
        'razed',
        'removed',
        'ruins',
        'ruined',
      ],
      ...['historic', 'former', 'old', 'vacant', 'was', 'proposed', 'planned', 'construction'],
    ],
    /** Keys that close the place of any category, unless their value is `no`: `disused=yes`. */
    keys: ['disused', 'abandoned', 'closed', 'demolished', 'destroyed', 'dismantled', 'razed', 'removed'],
    /** `operational_status=closed`. The key has other values for places that are closed for a time. */
    status: 'operational_status',
    closedStatus: ['closed', 'permanently_closed', 'disused', 'abandoned', 'demolished'],
    /** Values of category keys: `shop=vacant`. */
    values: [
      'vacant',
      'disused',
      'abandoned',
      'closed',
      'demolished',
      'removed',
      'construction',
      'proposed',
      'planned',
    ],
    /** The key with the last day of the place. */
    date: 'end_date',
    /** With such a key, `disused=yes` is about the structure: a restaurant in a disused station is open. */
    structures: ['railway', 'aeroway', 'man_made', 'military', 'waterway', 'power'],
    /** Values of `tourism` for places that people visit even if they are disused, as they visit all with the key `historic`. */
    sights: ['attraction', 'museum', 'viewpoint', 'artwork', 'information', 'gallery'],
  },
  overture: {
    field: 'operating_status',
    closed: ['permanently_closed'],
    open: ['open', 'temporarily_closed'],
    /** A confidence of 0 says that the place does not exist. */
    confidence: 0,
  },
  foursquare: {
    date: 'date_closed',
    flags: 'unresolved_flags',
    /** All other flags (`duplicate`, `inappropriate`, `privatevenue`) do not mean that the place is gone. */
    closed: ['closed', 'delete', 'doesnt_exist'],
  },
  whosonfirst: {
    /** 0 is no, -1 unknown. */
    current: 'mz:is_current',
    dates: ['edtf:cessation', 'edtf:deprecated'],
    /** The identifiers of the records that replace it. */
    successors: 'wof:superseded_by',
  },
};

/** Whether the place of an element is gone, or not there yet, by its tags. Reports marks that cannot be read. */
export function isClosedInOsm(tags: JsonObject, optional: OptionalMembers): boolean {
  const { prefixes, keys, status, closedStatus, values, date, structures, sights } = lifecycle.osm;
  for (const key of [...keys, status, date]) optional.read(() => textOf(tags[key], key));
  const has = (key: string): boolean => !isNo(tagOf(tags, key));
  const found = featuresOf(tags);
  if (found.every(isSurroundings)) {
    const isGone = prefixes.some((prefix) =>
      featureKeys.some((key) => has(`${prefix}:${key}`) && isFeature(key, tagOf(tags, `${prefix}:${key}`))),
    );
    if (isGone || found.length === 0) return isGone;
  }
  // The name of a vacant shop is that of the former shop or of the building.
  if (found.some(({ value }) => values.includes(value))) return true;
  const end = tagOf(tags, date);
  if (isDefaultDate(end)) optional.report(date, end, defaultDate);
  else if (dateState(end) === 'past') return true;
  else if (end !== '' && dateState(end) === undefined) optional.report(date, end, 'is no date, such as 2024-12-31');
  const isInStructure = structures.some(has) && found.some(({ key }) => !structures.includes(key));
  const isSight = found.some(({ key, value }) => key === 'historic' || (key === 'tourism' && sights.includes(value)));
  return !isInStructure && !isSight && (keys.some(has) || closedStatus.includes(tagOf(tags, status).toLowerCase()));
}

function isNo(value: string): boolean {
  return ['', 'no', 'false', '0'].includes(value.toLowerCase());
}

/** Whether a place of Overture is closed. @throws InvalidRecordError for an unknown status */
export function isClosedInOverture(place: JsonObject): boolean {
  const { field, closed, open, confidence } = lifecycle.overture;
  const status = textOf(place[field], field) ?? 'open';
  if (![...closed, ...open].includes(status)) {
    throw invalidField(field, status, `one of ${[...open, ...closed].join(', ')}`);
  }
  return closed.includes(status) || place.confidence === confidence;
}

/**
 * Whether a row of Foursquare is a closed place. Reports all other flags.
 *
 * @throws InvalidRecordError if the date of closing is invalid, or has not passed
 */
export function isClosedInFoursquare(row: JsonObject, optional: OptionalMembers): boolean {
  const { date, flags, closed } = lifecycle.foursquare;
  const given = optional.read(() => readTextList(row[flags], flags)) ?? [];
  if (hasClosed(row[date], date, optional) || given.some((flag) => closed.includes(flag.toLowerCase()))) return true;
  for (const [index, flag] of given.entries())
    optional.report(`${flags}[${index}]`, flag, 'does not say that the place is closed', { isKept: true });
  return false;
}

/** Whether a record of Who's On First is a place that is gone, or that another record replaces. Reports invalid dates. */
export function isClosedInWhosOnFirst(properties: JsonObject, optional: OptionalMembers): boolean {
  const { current, dates, successors } = lifecycle.whosonfirst;
  // `2019~` is about 2019, `2019?` perhaps, `2019-XX` and `2019-uu` in an unknown month.
  const dateOf = (name: string): string =>
    (textOf(properties[name], name) ?? '').replace(/[~?%]$/, '').replace(/(?:-(?:XX|uu)){1,2}$/, '');
  const isGone = (name: string): boolean => {
    const given = dateOf(name);
    if (!isDefaultDate(given)) return dateState(given) === 'past';
    optional.report(name, given, defaultDate);
    return false;
  };
  return (
    textOf(properties[current], current) === '0' ||
    listOf(properties[successors], successors).some((id) => Number(id) > 0) ||
    dates.some(isGone)
  );
}

/** Texts that programs write instead of no date. */
const noDate = /^(?:0000-00-00|0001-01-01)(?:$|[T ])/;

/**
 * Days that programs write instead of no date: the first day that Unix, Excel (of Windows, macOS and OLE), SQL Server, Windows and
 * .NET count from. West of Greenwich, the first day of Unix is a day earlier.
 */
const defaultDates = [
  ...['1970-01-01', '1969-12-31', '1900-01-01', '1904-01-01', '1899-12-30', '1899-12-31'],
  ...['1753-01-01', '1601-01-01', '0001-01-01'],
];

const defaultDate = 'is what programs write for no date, and closes no place';

function isDefaultDate(text: string): boolean {
  return defaultDates.includes(text.slice(0, 10)) && dateState(text) !== undefined;
}

/**
 * Whether a column has a date of closing. Reports a date that programs write instead of no date.
 *
 * @throws InvalidRecordError if it is no date, or has not passed: it must not delete a place
 */
export function hasClosed(value: unknown, name: string, optional: OptionalMembers): boolean {
  const text = textOf(value, name);
  if (text === undefined || text === 'NA' || noDate.test(text)) return false;
  if (isDefaultDate(text)) {
    optional.report(name, text, defaultDate);
    return false;
  }
  if (!/^\d{4}-\d\d-\d\d/.test(text) || dateState(text) !== 'past')
    throw invalidField(name, text, 'a date that has passed, YYYY-MM-DD');
  return true;
}

/** A year, a month or a day, perhaps with a time. */
const isoDate =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](?:[01]\d|2[0-4]):[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?\s?(?:Z|UTC|[+-]\d\d(?::?\d\d)?)?)?)?)?$/i;

/** Whether a date (ISO 8601) has come. A month or a year comes with its last day. Undefined if it is no date. */
function dateState(text: string): 'past' | 'future' | undefined {
  const [, year, month = '12', day] = isoDate.exec(text) ?? [];
  if (year === undefined || year === '0000' || Number(month) < 1 || Number(month) > 12) return undefined;
  // The day before the next month.
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const dayOfMonth = day === undefined ? lastDay : Number(day);
  if (dayOfMonth < 1 || dayOfMonth > lastDay) return undefined;
  return Date.UTC(Number(year), Number(month) - 1, dayOfMonth) <= Date.now() ? 'past' : 'future';
}
