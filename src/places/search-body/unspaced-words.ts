import { isHanOrHiragana, wordsIn } from '../query/text/words.js';
import { type QueryClause } from './clauses.js';
import { SEARCH_FIELDS } from './search-fields.js';

const WRITTEN_WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A Chinese or Japanese word has at least two characters, so a shorter text is a single word. */
const MIN_CHARACTERS = 4;

/**
 * In scripts without spaces one text may contain words of the name and of the address: `上海星巴克` is 星巴克 in 上海. The word
 * boundary is unknown, so each character must be found in a pair with the character before or after it. Single characters are
 * in too many names.
 *
 * @returns `undefined` for other scripts, and for a text that is too short to contain several words
 */
export function unspacedWordsQuery(text: string): QueryClause | undefined {
  const words = wordsIn(text);
  const minWords = words.every(isHanOrHiragana) ? MIN_CHARACTERS : 2;
  if (!WRITTEN_WITHOUT_SPACES.test(text) || words.length < minWords) return undefined;
  const filter = words.map((word, index) => {
    const pairs = [words.slice(Math.max(index - 1, 0), index + 1), words.slice(index, index + 2)].filter(
      ({ length }) => length === 2,
    );
    const phrases = isHanOrHiragana(word) ? pairs.map((pair) => pair.join('')) : [word];
    return { bool: { should: phrases.map(anywhere), minimum_should_match: 1 } };
  });
  return { bool: { filter } };
}

function anywhere(phrase: string): QueryClause {
  return { match_phrase: { [SEARCH_FIELDS.words]: { query: phrase } } };
}
