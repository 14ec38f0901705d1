import { type PlaceRecord } from '../../place.js';
import { withoutInvisible } from '../../query/text/fold.js';
import { WORD_SEPARATORS } from '../../query/text/words.js';
import { categoryKeys } from './category-key.js';

const PUNCTUATION_INSIDE_WORD = /(?<=[\p{L}\p{M}\p{N}])[\p{P}\p{S}]+(?=[\p{L}\p{N}])/gu;

const wordSeparator = new RegExp(`[${WORD_SEPARATORS}]`, 'u');

/** The Elasticsearch document of a place: its record with texts in NFC, and the fields that only searches use. */
export interface PlaceDocument extends PlaceRecord {
  geo?: { lat: number; lon: number };
  search: {
    nameSpellings: string[];
    /** `nameSpellings` again, for whole names. Absent if there is one spelling: then `name.exact` suffices. */
    exactNames?: string[];
    categoryKeys: string[];
  };
  /** The record as responses show it, if its texts are not in NFC. */
  original?: PlaceRecord;
}

export function toPlaceDocument(original: PlaceRecord): PlaceDocument {
  const record = toNfc(original);
  const { name, location } = record;
  const spellings = spellingsOf(withoutInvisible(name));
  return {
    ...record,
    ...(location && { geo: { lat: Number(location.lat), lon: Number(location.lng) } }),
    search: {
      nameSpellings: spellings,
      ...(spellings.length > 1 && { exactNames: spellings }),
      categoryKeys: categoryKeys(original.categories),
    },
    ...(record !== original && { original }),
  };
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

/**
 * The name and, if it has punctuation inside words, its spellings without: `D'Angelo` and `DAngelo`. A word separator becomes a
 * space or nothing, because users write both: `AC/DC`, `ACDC`, `AC DC`.
 */
function spellingsOf(name: string): string[] {
  const withoutPunctuation = name.replace(PUNCTUATION_INSIDE_WORD, '');
  const withSpaces = name.replace(PUNCTUATION_INSIDE_WORD, (signs) => (wordSeparator.test(signs) ? ' ' : ''));
  return [...new Set([name, withoutPunctuation, withSpaces])];
}
