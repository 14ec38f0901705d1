import { hash } from 'node:crypto';
import { categoryKeys, type PlaceRecord, type StoredPlace } from '../place.js';
import { hoursOf } from '../opening-hours/place-hours.js';
import { type MinuteRange } from '../opening-hours/evaluate.js';
import { kindsOfPlace, narrowestKind, type PlaceKinds, shownKinds } from '../kinds/place-kinds.js';
import { fold, withPlainSigns } from '../words/fold.js';
import { exactNamesOf, nameKey, spellingsOf } from '../words/words.js';

/** The Elasticsearch document of a place: what is stored, and what is only searched. */
interface PlaceDocument extends StoredPlace {
  geo?: { lat: number; lon: number };
  kinds?: { id: readonly string[] };
  search: SearchDocument;
}

/**
 * What is only searched. The words of the record itself are not here: Elasticsearch copies them (`copy_to` in `mapping.ts`).
 */
interface SearchDocument {
  name?: string[];
  words?: string[];
  exactNames?: string[];
  street?: string[];
  houseNumber?: number;
  otherNames?: string[];
  exactOtherNames?: string[];
  nameNumber: number;
  /** The popularity, 0 to about 1. */
  rank: number;
  categoryKeys: string[];
  kinds: PlaceKinds;
  narrowestKind?: string;
  open?: OpenDocument;
}

/** `WeeklyHours` and the time zone, as Elasticsearch writes them. */
interface OpenDocument {
  timeZone?: string;
  week: IntegerRange[];
  exceptions: IntegerRange[];
  dates: IntegerRange[];
  known: IntegerRange;
}

interface IntegerRange {
  gte: number;
  lt: number;
}

/**
 * Increment it when documents get other contents from the same record: `verify` compares only stored fields, so it cannot notice
 * such a change.
 */
export const DOCUMENT_FORMAT = 12;

export function toStoredPlace(original: PlaceRecord): StoredPlace {
  const record = toNfc(original);
  return record === original ? record : { ...record, original };
}

export function toPlaceDocument(original: PlaceRecord): PlaceDocument {
  const stored = toStoredPlace(original);
  const { location } = stored;
  const kinds = kindsOfPlace(original);
  const shown = shownKinds(kinds);
  return {
    ...stored,
    ...(location && { geo: { lat: Number(location.lat), lon: Number(location.lng) } }),
    ...(shown.length > 0 && { kinds: { id: shown } }),
    search: toSearchDocument(stored, original, kinds, narrowestKind(shown)),
  };
}

function toSearchDocument(
  record: PlaceRecord,
  original: PlaceRecord,
  kinds: PlaceKinds,
  narrowest: string | undefined,
): SearchDocument {
  const open = toOpenDocument(original);
  const { name, statistics = {} } = record;
  const nameSpellings = spellingsOf(name);
  const otherSpellings = [...categoryNames(record), ...addressOf(record)].flatMap(spellingsOf);
  const streetSpellings = spellingsOf(record.address?.street ?? '');
  const houseNumber = /^\d{1,6}(?!\d)/u.exec(withPlainSigns(record.address?.number ?? ''))?.[0];
  const exactNames = exactNamesOf(name).filter((spelling) => spelling !== name);
  const otherNames = otherNamesOf(record);
  const isName = foldedSet([name, ...exactNames]);
  const exactOtherNames = distinctNames(
    // A former name counts by its words only, so places that have the name today come first.
    otherNamesOf(record, ['old']).flatMap((other) => [other, ...exactNamesOf(other)]),
    isName,
  );
  return {
    ...(nameSpellings.length > 0 && { name: nameSpellings }),
    ...(otherSpellings.length > 0 && { words: otherSpellings }),
    ...(exactNames.length > 0 && { exactNames }),
    ...(streetSpellings.length > 0 && { street: streetSpellings }),
    ...(houseNumber !== undefined && { houseNumber: Number(houseNumber) }),
    ...(otherNames.length > 0 && { otherNames: otherNames.flatMap((other) => [other, ...spellingsOf(other)]) }),
    ...(exactOtherNames.length > 0 && { exactOtherNames }),
    nameNumber: nameNumber(nameKey(name)),
    rank: popularityOf(statistics),
    categoryKeys: categoryKeys(original.categories),
    kinds,
    ...(narrowest !== undefined && { narrowestKind: narrowest }),
    ...(open && { open }),
  };
}

/**
 * The further names and the brand, each once, without those that equal the name.
 *
 * @param without types of names to leave out
 */
export function otherNamesOf(
  { name, names = [], brand }: Pick<PlaceRecord, 'name' | 'names' | 'brand'>,
  without: readonly string[] = [],
): string[] {
  const kept = names.filter(({ type = '' }) => !without.includes(type));
  const all = [...kept.map(({ text }) => text), ...(brand === undefined ? [] : [brand])];
  return distinctNames(all, foldedSet([name]));
}

/**
 * A number for a name: counting numbers takes Elasticsearch less time than counting texts. Hardly two of a million names share one.
 *
 * @param key the `nameKey` of the name
 */
export function nameNumber(key: string): number {
  return hash('sha1', key, 'buffer').readUIntBE(0, 6);
}

function foldedSet(texts: readonly string[]): Set<string> {
  return new Set(texts.map(fold));
}

/** The texts that, when folded, are not in `known` and do not repeat. @param known folded texts; those of the result are added */
function distinctNames(texts: readonly string[], known: Set<string>): string[] {
  return texts.filter((text) => {
    const folded = fold(text);
    if (known.has(folded)) return false;
    known.add(folded);
    return true;
  });
}

/** Opening hours with exceptions are known for a year from now on. */
function toOpenDocument(record: PlaceRecord): OpenDocument | undefined {
  const hours = hoursOf(record, new Date());
  if (!hours) return undefined;
  const { timeZone, week, exceptions, dates, known } = hours;
  return {
    ...(timeZone !== undefined && { timeZone }),
    week: week.map(toIntegerRange),
    exceptions: exceptions.map(toIntegerRange),
    dates: dates.map(toIntegerRange),
    known: toIntegerRange(known),
  };
}

function toIntegerRange({ from, until }: MinuteRange): IntegerRange {
  return { gte: from, lt: until };
}

function categoryNames({ categories }: PlaceRecord): string[] {
  return categories.flatMap(({ name, subcategory }) => (subcategory ? [name, subcategory.name] : [name]));
}

function addressOf({ address = {} }: PlaceRecord): string[] {
  return Object.values(address).filter((value) => value !== undefined);
}

/** The popularity of a place: 0 if nothing is known, 0.43 for 20,000 page views, and 0.5 for a rating of 5 by many. */
function popularityOf({ pageviews = '0', rating, reviews }: NonNullable<PlaceRecord['statistics']>): number {
  return Math.log10(1 + Number(pageviews)) / 10 + ratingOf(Number(rating ?? 0), Number(reviews ?? 0)) / 10;
}

/** A rating that counts less the fewer reviews it is of: of a single one, two thirds. Without a number of reviews, it counts in full. */
function ratingOf(rating: number, reviews: number): number {
  return reviews === 0 ? rating : (rating * reviews) / (reviews + 0.5);
}

/** All texts except identifiers in NFC, as in queries. Returns the same object if nothing changes. */
function toNfc(record: PlaceRecord): PlaceRecord {
  const text = JSON.stringify(record);
  if (text === text.normalize('NFC')) return record;
  const whole = JSON.parse(text, (member, value: unknown) =>
    typeof value === 'string' && member !== 'id' ? value.normalize('NFC') : value,
  ) as PlaceRecord;
  return JSON.stringify(whole) === text ? record : whole;
}
