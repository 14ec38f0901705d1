import { type QueryClause, type ScoreFunction } from './clauses.js';
import { toLatLon } from './location-filter.js';
import { type GeoPoint } from '../query/location.js';
import { SEARCH_FIELDS } from './search-fields.js';
import { spreadQuery } from './spread-words.js';
import { isWholeName } from './exact-name.js';
import { countWords, isSign, splitWords, wordsIn } from '../query/text/words.js';

/**
 * How much a match counts, by where and how (design section 5): the name before categories and address, in the name the
 * word as written before the word without accents, and everywhere that before a corrected one.
 */
const BOOSTS = {
  exactName: 4,
  name: 3,
  categories: 1.5,
  address: 1,
  prefix: 5,
  correctedName: 0.9,
  correctedCategories: 0.4,
  correctedAddress: 0.3,
  phrase: 2,
  spread: 0.3,
} as const;

/** More than all words together can come to, so that a whole name always comes first. */
const WHOLE_NAME = 1000;

/** One error from the fourth letter on, two from the ninth. */
const FUZZINESS = 'AUTO:4,9';

/**
 * How many corrections of a word are tried in a field, nearest first, and of all words of a text together: each is a
 * clause, of which the engine takes 1,310 when sixteen processors share 512 MB, for `q` and all filters together.
 */
const CORRECTIONS = 20;
const ALL_CORRECTIONS = 120;

/** So many words of a text are looked for in every way, the rest only as they were typed but for case and accents. */
const WHOLLY_LOOKED_FOR = 32;

/** So many words of a text are looked for in several fields where no space parts them: each is several clauses. */
const SPREAD = 8;

/** Longer words are not corrected: the engine's work grows with their length. */
const LONGEST_CORRECTED = 32;
const MOST_PARTS = 4;

/** A text whose words must all be found somewhere, scored by how well. */
export function wordsQuery(text: string): QueryClause {
  const { joinedName, partedName } = SEARCH_FIELDS;
  const words = splitWords(text);
  if (words.length === 0) return signsQuery(text);
  let count = 0;
  const counted = words.map((word) => ({ word, countTo: (count += countWords(word)) }));
  const corrections = Math.min(CORRECTIONS, Math.floor(ALL_CORRECTIONS / Math.min(count, WHOLLY_LOOKED_FOR)));
  // One or two letters alone begin too many words to be the beginning of one.
  const isBegun = words.length > 1 || countLetters(words[0] ?? '') > 2;
  return {
    bool: {
      must: counted.map(({ word, countTo }, position) =>
        countTo > WHOLLY_LOOKED_FOR
          ? typedQuery(word)
          : wordQuery(word, {
              ...{ corrections, isBegun: isBegun && position === words.length - 1 },
              isSpread: countTo <= SPREAD,
            }),
      ),
      should: [
        { constant_score: { filter: isWholeName(text), boost: WHOLE_NAME } },
        { dis_max: { queries: [joinedName, partedName].map((field) => phraseOf(field, text)) } },
      ],
    },
  };
}

function phraseOf(field: string, text: string): QueryClause {
  return { match_phrase: { [field]: { query: text, boost: BOOSTS.phrase } } };
}

/** A text without words: it is the whole name, or a picture in it, or the `&` that stands for a word. */
function signsQuery(text: string): QueryClause {
  const { writtenName, foldedName, joinedName } = SEARCH_FIELDS;
  return {
    bool: {
      should: [
        { constant_score: { filter: { term: { [writtenName]: { value: text } } }, boost: WHOLE_NAME } },
        { match_phrase: { [foldedName]: { query: text } } },
        { match_phrase: { [joinedName]: { query: text } } },
      ],
      minimum_should_match: 1,
    },
  };
}

function countLetters(word: string): number {
  return word.match(/[\p{L}\p{Nd}\p{Nl}]/gu)?.length ?? 0;
}

/** One of very many words. */
function typedQuery(word: string): QueryClause {
  const { joinedName, joinedCategories, joinedAddress } = SEARCH_FIELDS;
  return {
    dis_max: {
      queries: [
        matchAll(joinedName, word, BOOSTS.name),
        matchAll(joinedCategories, word, BOOSTS.categories),
        matchAll(joinedAddress, word, BOOSTS.address),
      ],
    },
  };
}

interface Looking {
  /** How many corrections are tried in a field. */
  readonly corrections: number;
  /** Whether it may be the beginning of a word that somebody is still typing. */
  readonly isBegun: boolean;
  /** Whether it may hold words of which each is in another field. */
  readonly isSpread: boolean;
}

/** The best of all ways in which a word may be found. */
function wordQuery(word: string, { corrections, isBegun, isSpread }: Looking): QueryClause {
  const { exactName, joinedName, partedName, nameWords } = SEARCH_FIELDS;
  const { joinedCategories, partedCategories, joinedAddress, partedAddress } = SEARCH_FIELDS;
  const queries = [
    matchAll(exactName, word, BOOSTS.exactName),
    matchAll(joinedName, word, BOOSTS.name),
    matchAll(partedName, word, BOOSTS.name),
    matchAll(joinedCategories, word, BOOSTS.categories),
    matchAll(partedCategories, word, BOOSTS.categories),
    matchAll(joinedAddress, word, BOOSTS.address),
    matchAll(partedAddress, word, BOOSTS.address),
  ];
  const spread = isSpread ? spreadQuery(word, BOOSTS.spread) : undefined;
  if (spread) queries.push(spread);
  const isPlain = isPlainWord(word);
  // `drive-thr` may begin `Drivethru`, and `Drive Thru`.
  const names = countWords(word) > 1 ? [nameWords, partedName] : [nameWords];
  if (isPlain && !/\p{N}/u.test(word)) {
    const corrected = (field: string, boost: number): QueryClause => ({
      match: { [field]: { query: word, operator: 'and', fuzziness: FUZZINESS, max_expansions: corrections, boost } },
    });
    queries.push(
      ...names.map((field) => corrected(field, BOOSTS.correctedName)),
      corrected(partedCategories, BOOSTS.correctedCategories),
      corrected(partedAddress, BOOSTS.correctedAddress),
    );
  }
  if (isBegun && isPlain) queries.push(...names.map((field) => begun(field, word)));
  return { dis_max: { queries } };
}

/**
 * Whether it is worth looking for what else a word may stand for. A long one, or one that the engine takes apart into
 * many (`a-b-c-d`, writing without spaces), costs most and means nothing but itself. A sign is too short for both.
 */
function isPlainWord(word: string): boolean {
  return word.length <= LONGEST_CORRECTED && countWords(word) <= MOST_PARTS && !wordsIn(word).every(isSign);
}

function matchAll(field: string, query: string, boost: number): QueryClause {
  return { match: { [field]: { query, operator: 'and', boost } } };
}

function begun(field: string, query: string): QueryClause {
  return { match_bool_prefix: { [field]: { query, operator: 'and', boost: BOOSTS.prefix } } };
}

/** How far from the centre a place has lost half of what nearness gives, in metres. */
const NEARNESS_SCALE = 5000;

/**
 * Lets well-visited, well-rated and near places rise gently: by some points each, while one word in the name is worth
 * several. Points are added, so that they never lift a place over one whose name is the whole text.
 */
export function risen(query: QueryClause, centre: GeoPoint | undefined): QueryClause {
  const functions: ScoreFunction[] = [
    { field_value_factor: { field: 'statistics.pageviews', modifier: 'log1p', missing: 0 }, weight: 0.1 },
    { field_value_factor: { field: 'statistics.rating', missing: 0 }, weight: 0.1 },
  ];
  if (centre) {
    functions.push({
      gauss: { [SEARCH_FIELDS.point]: { origin: toLatLon(centre), scale: `${NEARNESS_SCALE}m` } },
      weight: 1,
    });
  }
  return { function_score: { query, functions, score_mode: 'sum', boost_mode: 'sum' } };
}
