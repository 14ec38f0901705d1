import { type QueryClause } from './clauses.js';
import { SEARCH_FIELDS } from './search-fields.js';
import { isSign, wordsIn } from '../query/text/words.js';

const UNPARTED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Fewer signs are no two words: each has two at least. */
const FEWEST_SIGNS = 4;

/**
 * Where no space parts words, a text may hold some that are in the name and others that are in the address: `上海星巴克` is
 * 星巴克 in 上海. Nobody says where one ends, so each sign has to be found beside one of its neighbours: alone it is
 * in too many names. `undefined` of other writing, and of what is too short to be several words.
 */
export function spreadQuery(text: string, boost: number): QueryClause | undefined {
  const words = wordsIn(text);
  const areSigns = words.every(isSign);
  if (!UNPARTED.test(text) || words.length < (areSigns ? FEWEST_SIGNS : 2)) return undefined;
  const must = words.map((word, at) => {
    const pairs = [words.slice(Math.max(at - 1, 0), at + 1), words.slice(at, at + 2)].filter(
      ({ length }) => length === 2,
    );
    const looked = isSign(word) ? pairs.map((pair) => pair.join('')) : [word];
    return { dis_max: { queries: looked.flatMap((one) => anywhere(one, boost)) } };
  });
  return { bool: { must } };
}

function anywhere(query: string, boost: number): QueryClause[] {
  const { joinedName, joinedCategories, joinedAddress } = SEARCH_FIELDS;
  return [joinedName, joinedCategories, joinedAddress].map((field) => ({
    match_phrase: { [field]: { query, boost } },
  }));
}
