import { fold } from '../../src/places/query/fold.js';
import { wordsQuery } from '../../src/places/query/relevance.js';
import { typedWords } from '../../src/places/query/typed-words.js';
import { Directory } from '../support/directory.js';

/** The blocks of Latin letters, and of signs and digits that are written in ASCII. */
const blocks = [
  ['Latin, with accents and strokes', 0x00a1, 0x024f],
  ['phonetic letters', 0x0250, 0x02af],
  ['more phonetic letters', 0x1d00, 0x1dbf],
  ['Latin with more accents', 0x1e00, 0x1eff],
  ['punctuation', 0x2010, 0x205e],
  ['raised and lowered digits and letters', 0x2070, 0x209c],
  ['signs that are letters or numbers', 0x2100, 0x218b],
  ['encircled numbers and letters', 0x2460, 0x24ff],
  ['ornaments', 0x2700, 0x27bf],
  ['more of Latin', 0x2c60, 0x2c7f],
  ['letters of manuscripts and transcriptions', 0xa720, 0xa7ff],
  ['letters joined', 0xfb00, 0xfb06],
  ['letters of full width', 0xff01, 0xff5e],
] as const;

/** Elasticsearch takes the long s with a dot for an f, and leaves its caron to the ezh. */
const otherwise = ['ẛ', 'Ǯ', 'ǯ'];

describe('a text is folded as the index folds it', () => {
  let directory: Directory;

  beforeAll(async () => {
    directory = await Directory.start();
  });

  afterAll(() => directory.stop());

  /** Some letters have an upper-case one in the index, which is as good: all that is compared is folded alike. */
  async function folded(texts: readonly string[]): Promise<string[]> {
    const tokens = await analyzed({ normalizer: 'folded', text: texts });
    return tokens.map(({ token }) => token.toLowerCase());
  }

  async function analyzed(how: object): Promise<{ token: string; start_offset: number }[]> {
    const response = await fetch(`${process.env.ELASTICSEARCH_URL}/${directory.database.name}/_analyze`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(how),
    });
    return ((await response.json()) as { tokens: { token: string; start_offset: number }[] }).tokens;
  }

  it.each(blocks)('in every character: %s', async (_, first, last) => {
    const characters = Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).filter(
      (character) => !/\p{Cn}/u.test(character) && !otherwise.includes(character),
    );
    const expected = await folded(characters);
    expect(characters.map((character) => `${character} ${fold(character)}`)).toEqual(
      characters.map((character, at) => `${character} ${expected[at]}`),
    );
  });

  it.each(['Gəncə', 'Łódź', 'Đà Nẵng', 'Þingvellir', 'Ǿ', 'ƙasar', '№ ™ ㎏ ¾'])('in words: %s', async (text) => {
    expect([fold(text)]).toEqual(await folded([text]));
  });

  it('takes for a word what the index does, of every sign of a number', async () => {
    const all = Array.from({ length: 0xffff }, (_, at) => String.fromCharCode(at));
    // Elasticsearch takes one for a digit that is none.
    const numbers = all.filter((character) => /\p{N}/u.test(character) && character !== '\u19da');
    expect(numbers.length).toBeGreaterThan(700);
    const starts = (await analyzed({ analyzer: 'exact', text: numbers.join(' ') })).map((token) => token.start_offset);
    const words = numbers.filter((_, at) => starts.includes(2 * at));
    expect(numbers.filter((character) => typedWords(character).length > 0)).toEqual(words);
    expect(numbers.filter((character) => JSON.stringify(wordsQuery(character)).includes('"must"'))).toEqual(words);
  });
});
