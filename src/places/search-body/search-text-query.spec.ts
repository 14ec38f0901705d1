import { type QueryClause } from './clauses.js';
import { LIMITS } from '../query/limits.js';
import { searchTextQuery } from './search-text-query.js';
import { countWords } from '../query/text/words.js';

/** The clauses that Elasticsearch with 512 MB and 16 processors allows in a query. */
const MAX_CLAUSES = 1310;

/** In letters. */
const MIN_CORRECTED_LENGTH = 4;

/** The greatest number of clauses of a query: one for each word and for each correction. */
function clausesOf(query: QueryClause): number {
  if ('bool' in query) return sum([...(query.bool.must ?? []), ...(query.bool.should ?? [])].map(clausesOf));
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
    'a',
    'ab',
    'abc',
    'abcd',
    'restaurant',
    'drive-in',
    'a-b',
    'a-b-c-d',
    'ab-cd-ef',
    '東京',
    "d'angelo",
    'aアaア',
    'กaกa',
    '🇧🇷',
  ])('of the maximum length stays below the limit of clauses: %s', (word) => {
    expect(clausesOf(searchTextQuery(termOf(word))) + ofFilters).toBeLessThan(MAX_CLAUSES);
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
      expect(clausesOf(searchTextQuery(text)) + ofFilters).toBeLessThan(MAX_CLAUSES);
    }
  });

  it('gets fewer corrections per word, the more words it has', () => {
    const tried = (count: number): (number | undefined)[] => {
      const query = searchTextQuery(Array.from({ length: count }, () => 'museum').join(' '));
      const words = 'bool' in query ? (query.bool.must ?? []) : [];
      return words.map((word) => {
        const [corrected] =
          'dis_max' in word ? word.dis_max.queries.filter((one) => JSON.stringify(one).includes('fuzziness')) : [];
        return corrected && 'match' in corrected ? Object.values(corrected.match)[0]?.max_expansions : undefined;
      });
    };
    expect(tried(1)).toEqual([20]);
    expect(tried(6)).toEqual(Array.from({ length: 6 }, () => 20));
    expect(tried(12)).toEqual(Array.from({ length: 12 }, () => 10));
    expect(tried(36)).toEqual(Array.from({ length: 36 }, (_, at) => (at < 32 ? 3 : undefined)));
  });

  it.each(['2030', '２０３０', '٢٠٣٠', '२०३०', '8½', 'b2b'])('gets no corrections for a number: %s', (number) => {
    expect(JSON.stringify(searchTextQuery(number))).not.toContain('fuzziness');
  });
});
