import { type BoolQuery, type QueryClause, SEARCH_FIELDS } from './clauses.js';
import { LIMITS } from '../query/parsing.js';
import { joinedPairs } from '../words/synonyms.js';
import { possibleTypingErrors, searchTextQuery, wordsInNamesQuery } from './words-query.js';
import { countWords } from '../words/words.js';

/** The clauses that Elasticsearch with 512 MB and 16 processors allows in a query. */
const MAX_CLAUSES = 1310;

/** In letters. */
const MIN_CORRECTED_LENGTH = 4;

/** The greatest number of clauses of a query: one for each word and for each correction. */
function clausesOf(query: QueryClause): number {
  if ('bool' in query) return clausesOfBool(query.bool);
  if ('constant_score' in query) return clausesOf(query.constant_score.filter);
  if ('dis_max' in query) return sum(query.dis_max.queries.map(clausesOf));
  if (!('match' in query)) return 1;
  return sum(
    Object.values(query.match).map(({ query: text, max_expansions: most = 1 }) => {
      const parts = text.match(/[アイウ]+|ก+|[^\P{L}アイウก]+|\p{N}+/gu) ?? [];
      const corrected = parts.filter((part) => part.length >= MIN_CORRECTED_LENGTH && countWords(part) === 1).length;
      // Without punctuation the text may be a single word.
      const withoutPunctuation = text.replace(/[\p{P}\p{S}]+/gu, '');
      const isOneWord = withoutPunctuation.length >= MIN_CORRECTED_LENGTH && countWords(withoutPunctuation) === 1;
      return countWords(text) + Math.max(corrected, isOneWord ? 1 : 0) * (most - 1);
    }),
  );
}

function clausesOfBool({ must = [], filter = [], should = [] }: BoolQuery): number {
  return sum([...must, ...filter, ...should].map(clausesOf));
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** The word repeated up to the maximum length of a term. */
function termOf(word: string): string {
  return `${word} `.repeat(LIMITS.termLength).slice(0, LIMITS.termLength).trimEnd();
}
describe('a search term', () => {
  /** The greatest number of clauses of all filters of a request. */
  const ofFilters = LIMITS.wordsPerRequest;

  it.each([
    ...'a ab abc abcd restaurant drive-in a-b a-b-c-d ab-cd-ef 東京'.split(' '),
    "d'angelo",
    'aアaア',
    'กaกa',
    '🇧🇷',
  ])('of the maximum length stays below the limit of clauses: %s', (word) => {
    expect(clausesOfBool(searchTextQuery({ text: termOf(word) }, 2)) + ofFilters).toBeLessThan(MAX_CLAUSES);
  });

  it('in scripts without spaces, or in several scripts, stays below the limit as well', () => {
    const ends = ['京'.repeat(216), 'aア'.repeat(108), 'กaアa'.repeat(54), '🇧🇷'.repeat(108)];
    const prefixes = [
      '',
      '東京都京 '.repeat(8),
      `${'東'.repeat(16)} `,
      `${'東'.repeat(32)} `,
      'アa'.repeat(8),
      'ア東'.repeat(8),
      'ア東ア東 '.repeat(8),
      'アかさた '.repeat(8),
      'aアaア '.repeat(8),
      'cafeアイウア '.repeat(4),
    ];
    for (const text of ends.flatMap((end) => prefixes.map((beginning) => `${beginning}${end}`))) {
      expect(clausesOfBool(searchTextQuery({ text }, 2)) + ofFilters).toBeLessThan(MAX_CLAUSES);
    }
  });

  it('with inflections and synonyms stays below the limit as well', () => {
    const texts = Array.from({ length: 60 }, (_, index) => `synonym${index}`);
    for (const word of ['abc', 'restaurant', 'drive-in', "d'angelo"]) {
      const text = termOf(word);
      const synonyms = [{ from: 0, end: 3, texts }, ...joinedPairs(text.split(' '))];
      const query = searchTextQuery({ text, variants: { inflections: true, synonyms } }, 2);
      expect(clausesOfBool(query) + ofFilters).toBeLessThan(MAX_CLAUSES);
    }
  });

  it('gets fewer corrections per word, the more words it has', () => {
    const tried = (count: number): (string | undefined)[] => {
      const { must } = searchTextQuery({ text: Array.from({ length: count }, () => 'museum').join(' ') }, 1);
      return must.map((word) => /"max_expansions":(\d+)/.exec(JSON.stringify(word))?.[1]);
    };
    expect(tried(1)).toEqual(['50']);
    expect(tried(12)).toEqual(Array.from({ length: 12 }, () => '10'));
    expect(tried(36)).toEqual(Array.from({ length: 36 }, (_, at) => (at < 32 ? '3' : undefined)));
  });

  it('does not correct words that have synonyms', () => {
    const synonyms = [{ from: 0, end: 1, texts: ['vegetarian'] }, ...joinedPairs(['vegan', 'food'])];
    const variants = { inflections: true, synonyms };
    expect(possibleTypingErrors(['vegan'], variants)).toBe(0);
    const { must } = searchTextQuery({ text: 'vegan food', variants }, 1);
    const corrected = JSON.stringify(must).match(/"[\w.]+":\{"query":"[^"]*"[^{}]*"fuzziness"/g);
    expect(corrected?.map((query) => query.slice(0, query.indexOf(',')))).toEqual(['"search.words":{"query":"food"']);
  });

  it('as typed has no corrections', () => {
    expect(JSON.stringify(searchTextQuery({ text: 'restaurant' }, 0))).not.toContain('fuzziness');
  });

  it.each([
    ['bar 2030 東京', 0],
    ['restaurant', 2],
    ['the museum', 1],
    ['a-b-c-d-e museum', 1],
    ['a-b-c-d-e', 0],
  ])('%j may have typing errors, at most %i a word', (text, expected) => {
    expect(possibleTypingErrors(text.split(' '))).toBe(expected);
  });

  it.each(['2030', '２０３０', '٢٠٣٠', '२०३०', '8½', 'b2b'])('gets no corrections for a number: %s', (number) => {
    expect(JSON.stringify(searchTextQuery({ text: number }, 2))).not.toContain('fuzziness');
  });
});

describe('the words of a kind in names', () => {
  const mayBeginCompound = (text: string): boolean =>
    JSON.stringify(wordsInNamesQuery({ text })).includes(SEARCH_FIELDS.namePrefixes);

  it.each([
    [true, ['pizza', 'кафемания', 'مطعمنا', 'სასტუმრო', '카페', 'カフェ']],
    // In an alphabet, so few letters begin too many words.
    [false, ['cab', 'кафе', 'مقهى', 'מלון', 'բար', 'კაფე']],
  ])('may be the beginning of a compound: %s for %j', (expected, texts) => {
    expect(texts.map(mayBeginCompound)).toEqual(texts.map(() => expected));
  });
});
