import { type PlaceRecord } from '../../place-record.js';
import { categoryKeys } from './category-key.js';
import { withoutInvisible } from '../../query/text/fold.js';
import { BETWEEN_WORDS } from '../../query/text/words.js';

const PUNCTUATION_INSIDE = /(?<=[\p{L}\p{M}\p{N}])[\p{P}\p{S}]+(?=[\p{L}\p{N}])/gu;

const betweenWords = new RegExp(`[${BETWEEN_WORDS}]`, 'u');

/**
 * What Elasticsearch holds of a place: its record in the form that searches compare, its location once more as
 * Elasticsearch wants points, and its name and categories as type-ahead reads them; a search looks for beginnings and
 * corrections in that name too.
 */
export interface PlaceDocument extends PlaceRecord {
  geo?: { lat: number; lon: number };
  search: {
    names: string[];
    /** The same, where they are several: a name without punctuation inside its words has but one whole form. */
    wholeNames?: string[];
    categoryKeys: string[];
  };
  /** The record as it is shown, where it is another. */
  written?: PlaceRecord;
}

export function indexDocument(written: PlaceRecord): PlaceDocument {
  const record = composed(written);
  const { name, location } = record;
  const names = spellings(withoutInvisible(name));
  return {
    ...record,
    ...(location && { geo: { lat: Number(location.lat), lon: Number(location.lng) } }),
    search: { names, ...(names.length > 1 && { wholeNames: names }), categoryKeys: categoryKeys(written.categories) },
    ...(record !== written && { written }),
  };
}

/** A record whose texts, all but identifiers, are composed (NFC) as those of queries are; itself where they are already. */
function composed(record: PlaceRecord): PlaceRecord {
  const text = JSON.stringify(record);
  if (text === text.normalize('NFC')) return record;
  const whole = JSON.parse(text, (member, value: unknown) =>
    typeof value === 'string' && member !== 'id' ? value.normalize('NFC') : value,
  ) as PlaceRecord;
  return JSON.stringify(whole) === text ? record : whole;
}

/**
 * The name, whose words the index parts at punctuation, and where that is inside words the name without: `D'Angelo`,
 * `DAngelo`. What stands between two words ends what is joined, and yet some leave it out: `Bar/D'Angelo` is
 * `Bar DAngelo`, and `AC/DC` `ACDC`.
 */
function spellings(name: string): string[] {
  const joined = name.replace(PUNCTUATION_INSIDE, '');
  const apart = name.replace(PUNCTUATION_INSIDE, (signs) => (betweenWords.test(signs) ? ' ' : ''));
  return [...new Set([name, joined, apart])];
}
