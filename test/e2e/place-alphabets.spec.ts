import { searchTextQuery } from '../../src/places/body/words-query.js';
import { fold } from '../../src/places/words/fold.js';
import { splitAtSpaces, countWords } from '../../src/places/words/words.js';
import { elasticsearch } from '../support/elasticsearch.js';
import { aPlace as makePlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

// The category of a museum would answer `μουσείο`.
const aPlace = (place: Parameters<typeof makePlace>[0]) => makePlace({ categories: [], ...place });

const places = [
  aPlace({ id: 'cafe', name: 'Café Ångström', address: { city: 'Curaçao' } }),
  aPlace({ id: 'sigma', name: 'Ο ΦΟΥΡΝΟΣ ΤΗΣ ΓΕΙΤΟΝΙΑΣ', address: { city: 'ΠΑΤΡΑΣ' } }),
  aPlace({ id: 'hebrew', name: 'מסעדת שָׁלוֹם', address: { city: 'תֵּל אָבִיב' } }),
  aPlace({ id: 'arabic', name: 'أكلات القُدس', address: { city: 'القُدس' } }),
  aPlace({ id: 'kana', name: 'カスト', address: { city: 'カス' } }),
  aPlace({ id: 'voiced kana', name: 'ガスト', address: { city: 'ガス' } }),
  aPlace({ id: 'hangul', name: '서울식당', address: { city: '서울' } }),
  aPlace({ id: 'hangul in parts', name: '부산식당'.normalize('NFD'), address: { city: '부산'.normalize('NFD') } }),
  aPlace({ id: 'thai', name: 'ร้านกิน', address: { city: 'กิน' } }),
  aPlace({ id: 'thai with another vowel', name: 'ร้านกัน', address: { city: 'กัน' } }),
  aPlace({ id: 'signs', name: 'Dall’Ora', address: { city: 'L’Aquila – Centro' } }),
  aPlace({ id: 'emoji', name: 'Sorvete 😀 feliz' }),
  aPlace({ id: 'only signs', name: '!!!' }),
  aPlace({ id: 'other signs', name: '...' }),
  aPlace({
    id: 'copied',
    name: '\ufeffPa\u00adpe\u200ela\u2060ria Wal\u2060-Mart',
    phones: ['\u202a+55 11 3000-0000\u202c'],
    address: { city: '\u2066Cuba\u00adtão\u2069' },
  }),
  aPlace({ id: 'only emoji', name: '🍕🍕' }),
  aPlace({ id: 'persian', name: 'رستوران می\u200cخواهم', address: { city: 'کرمانشاه' } }),
  aPlace({ id: 'arabic letters', name: 'مدرسة علي الكبرى', address: { city: 'الإسكندرية' } }),
  aPlace({ id: 'half width', name: 'ﾌｧﾐﾘｰﾏｰﾄ ﾊﾟﾝ', address: { city: 'ｵｵｻｶ' } }),
  aPlace({ id: 'german', name: 'Großstraße', address: { city: 'Gießen' } }),
];

/** "`found` for a word with and without accents is the same", whatever the alphabet. */
describe('words with and without accents', () => {
  const { get, ids } = useDirectory({ places });

  it.each([
    ['café', 'CAFE', 'cafe'],
    ['a\u030angstro\u0308m', 'angstrom', 'cafe'],
    ['φούρνος', 'ΦΟΥΡΝΟΣ', 'sigma'],
    ['שָׁלוֹם', 'שלום', 'hebrew'],
    ['می\u200cخواهم', 'ميخواهم', 'persian'],
    ['مدرسة', 'مدرسه', 'arabic letters'],
    ['ﾌｧﾐﾘｰﾏｰﾄ', 'ファミリーマート', 'half width'],
    ['Großstraße', 'GROSSSTRASSE', 'german'],
  ])('finds %s and %s alike in names', async (accented, plain, id) => {
    expect([await ids({ q: accented }), await ids({ q: plain })]).toEqual([[id], [id]]);
    expect([await ids({ fq: `name:${accented}` }), await ids({ fq: `name:${plain}` })]).toEqual([[id], [id]]);
  });

  it.each([
    ['Curaçao', 'curacao', 'cafe'],
    ['Πάτρας', 'πατρασ', 'sigma'],
    ['תֵּל אָבִיב', 'תל אביב', 'hebrew'],
    ['القُدس', 'القدس', 'arabic'],
    ['L’Aquila – Centro', "l'aquila - centro", 'signs'],
  ])('finds %s and %s alike in exact fields', async (accented, plain, id) => {
    const filters = [accented, plain].map((city) => ids({ fq: `address.city:"${city}"` }));
    expect(await Promise.all(filters)).toEqual([[id], [id]]);
  });

  it.each([
    ['서울식당', '서울', 'hangul'],
    ['부산식당', '부산', 'hangul in parts'],
    ['ガスト', 'ガス', 'voiced kana'],
    ['Café Ångström', 'Curaçao', 'cafe'],
  ])('finds %s and %s composed and in parts', async (name, city, id) => {
    for (const form of ['NFC', 'NFD']) {
      const [ofName, ofCity] = [name.normalize(form), city.normalize(form)];
      const filters = [`name:"${ofName}"`, `name:${ofName.split(' ')[0]}*`, `address.city:${ofCity}`];
      const found = [{ q: ofName }, ...filters.map((fq) => ({ fq })), { fq: `address.city:${ofCity}*` }].map(ids);
      expect(await Promise.all(found)).toEqual(found.map(() => [id]));
      const { body } = await get(`/v2/places/suggest?q=${encodeURIComponent(ofName)}`);
      expect(body.suggestionResults.suggestions).toMatchObject([{ id }]);
    }
  });

  it('shows a name as it is stored', async () => {
    const stored = '부산식당'.normalize('NFD');
    const query = `q=${encodeURIComponent('부산식당')}`;
    const { body } = await get(`/v2/places?${query}`);
    expect(body.results.places).toMatchObject([{ name: stored, address: { city: '부산'.normalize('NFD') } }]);
    const suggested = await get(`/v2/places/suggest?${query}`);
    expect(suggested.body.suggestionResults.suggestions).toMatchObject([{ text: stored }]);
  });

  it.each([
    ['😀', ['emoji']],
    ['🍕', ['only emoji']],
    ['🍕🍕', ['only emoji']],
    ['!!!', ['only signs']],
    ['...', ['other signs']],
    ['???', []],
  ])('finds by %s what is called so or holds it as a word, and nothing else', async (q, expected) => {
    expect(await ids({ q })).toEqual(expected);
    expect(await ids({ q, sort: 'name' })).toEqual(expected);
  });

  it('compares what is seen, whatever copying brought along', async () => {
    const copied = (text: string) =>
      `\u200e${text.slice(0, 3)}\u00ad\u200f\u200c\u200b${text.slice(3, 4)}\u200d${text.slice(4)}\ufeff`;
    for (const text of ['papelaria', 'papelaria wal mart', 'cubatão']) {
      expect([await ids({ q: text }), await ids({ q: copied(text) })]).toEqual([['copied'], ['copied']]);
    }
    for (const [field, text] of [
      ['name', 'papelaria'],
      ['phones', '+55 11 3000-0000'],
      ['address.city', 'Cubatão'],
    ] as const) {
      for (const value of [text, copied(text)]) expect(await ids({ fq: `${field}:"${value}"` })).toEqual(['copied']);
    }
    expect(await ids({ fq: 'phones:\u202a+55*' })).toEqual(['copied']);
    const { body } = await get(`/v2/places/suggest?q=${encodeURIComponent(copied('papelaria wal m'))}`);
    expect(body.suggestionResults.suggestions).toMatchObject([{ id: 'copied' }]);
  });

  it.each(['أكلات ـ القدس', 'أكلات ـــــ القدس', 'ـ أكلات'])('takes no stretching for a word: %s', async (q) => {
    expect(await ids({ q })).toEqual(['arabic']);
    const { body } = await get(`/v2/places/suggest?q=${encodeURIComponent(q)}`);
    expect(body.suggestionResults.suggestions).toMatchObject([{ id: 'arabic' }]);
  });

  it('counts every city under its own name, which as a filter finds as many', async () => {
    const { body } = await get('/v2/places?facet.field=address.city&facet.limit=100&rows=1');
    const { buckets } = body.results.facets[0] as { buckets: { value: string; found: number }[] };
    const cities = [...new Set(places.flatMap(({ address }) => address?.city?.normalize('NFC') ?? []))];
    expect(buckets.map(({ value }) => value).sort()).toEqual(cities.sort());
    const found = await Promise.all(buckets.map(({ value }) => ids({ fq: `address.city:"${value}"` })));
    expect(found.map(({ length }) => length)).toEqual(buckets.map((bucket) => bucket.found));
  });
});

/** The blocks of signs and digits that are written in ASCII. */
const blocks = [
  ['Latin signs', 0x00a1, 0x00bf],
  ['joiners and separators', 0x200b, 0x200f],
  ['punctuation', 0x2010, 0x205e],
  ['invisible operators', 0x2060, 0x2069],
  ['raised and lowered digits and letters', 0x2070, 0x209c],
  ['signs that are letters or numbers', 0x2100, 0x218b],
  ['encircled numbers and letters', 0x2460, 0x24ff],
  ['ornaments', 0x2700, 0x27bf],
  ['the byte order mark', 0xfeff, 0xfeff],
  ['letters of full width', 0xff01, 0xff5e],
  ['Katakana of half width', 0xff61, 0xff9f],
] as const;

/** All letters, marks and decimal digits of Unicode, as the index gets them. */
const letters = Array.from({ length: 0x33480 }, (_, code) => String.fromCodePoint(code))
  .concat(Array.from({ length: 0x200 }, (_, code) => String.fromCodePoint(0xe0000 + code)))
  .filter((character) => /[\p{L}\p{M}\p{Nd}]/u.test(character))
  .map((character) => character.normalize('NFC'));

describe('a text is folded as the index folds it', () => {
  const { directory } = useDirectory();

  /** Where the words start that the index makes of a text. */
  async function wordStarts(how: object): Promise<number[]> {
    return (await analyzed(how)).map(({ start_offset }) => start_offset);
  }

  async function folded(texts: readonly string[]): Promise<string[]> {
    const tokens: string[] = [];
    // A response has at most 10,000 words.
    for (let from = 0; from < texts.length; from += 9000) {
      const some = await analyzed({ normalizer: 'folded', text: texts.slice(from, from + 9000) });
      tokens.push(...some.map(({ token }) => token));
    }
    return tokens;
  }

  async function analyzed(how: object): Promise<{ token: string; start_offset: number }[]> {
    const response = await elasticsearch(`${directory.database.name}/_analyze`, 'POST', how);
    return ((await response.json()) as { tokens: { token: string; start_offset: number }[] }).tokens;
  }

  it.each(blocks)('in every character: %s', async (_, first, last) => {
    const characters = Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).filter(
      (character) => !/\p{Cn}/u.test(character),
    );
    const expected = await folded(characters);
    expect(characters.map((character) => `${character} ${fold(character)}`)).toEqual(
      characters.map((character, at) => `${character} ${expected[at]}`),
    );
  });

  it('in every letter, mark and digit', async () => {
    expect(letters.length).toBeGreaterThan(140_000);
    const expected = await folded(letters);
    expect(expected).toHaveLength(letters.length);
    const differences = letters.flatMap((letter, at) =>
      fold(letter) === expected[at] ? [] : [[letter, expected[at]]],
    );
    expect(differences).toEqual([]);
  }, 120_000);

  it.each(['ﾊﾟﾝ ﾌﾞｯｸ ｱﾞ カﾞ ﾞ', 'ۀ ۂ ئ', 'Gəncə', 'Łódź', 'Đà Nẵng', 'Þingvellir', 'Ǿ', 'ƙasar', '№ ™ ㎏ ¾'])(
    'in words: %s',
    async (text) => {
      expect([fold(text)]).toEqual(await folded([text]));
    },
  );

  it('treats each number sign as a word if the index does', async () => {
    const all = Array.from({ length: 0xffff }, (_, at) => String.fromCharCode(at));
    // Elasticsearch treats this character as a digit.
    const numbers = all.filter((character) => /\p{N}/u.test(character) && character !== '\u19da');
    expect(numbers.length).toBeGreaterThan(700);
    const starts = await wordStarts({ analyzer: 'folded', text: numbers.join(' ') });
    const words = numbers.filter((_, at) => starts.includes(2 * at));
    expect(numbers.filter((character) => splitAtSpaces(character).length > 0)).toEqual(words);
    expect(
      numbers.filter((character) => JSON.stringify(searchTextQuery({ text: character }, 0)).includes('search.words')),
    ).toEqual(words);
  });

  /** How many words the index makes of each text. */
  async function counted(texts: readonly string[]): Promise<number[]> {
    const counts: number[] = [];
    // A response has at most 10,000 words.
    for (let from = 0; from < texts.length; from += 1000) {
      const some = texts.slice(from, from + 1000);
      const starts = await wordStarts({ tokenizer: 'standard', text: some.join('\n') });
      let end = 0;
      for (const text of some) {
        const start = end;
        end += text.length + 1;
        counts.push(starts.filter((at) => at >= start && at < end).length);
      }
    }
    return counts;
  }

  it('counts no fewer words than the index makes, whatever follows a character', async () => {
    const ranges = [0, 0xd7ff, 0xf900, 0xffff, 0x10000, 0x1fbff].map((at) => Math.floor(at / 8));
    const eighths = ranges.flatMap((first, at) =>
      at % 2 === 0 ? Array.from({ length: (ranges[at + 1] ?? 0) - first }, (_, more) => 8 * (first + more)) : [],
    );
    // Two of eight neighbouring characters, which are alike.
    const characters = eighths
      .flatMap((code) => [code + 2, code + 5])
      .map((code) => String.fromCodePoint(code))
      .filter((character) => !/[\p{Cn}\p{Co}\s]/u.test(character));
    const alone = await counted(characters);
    expect(characters.filter((character, at) => countWords(character) < (alone[at] ?? 0))).toEqual([]);
    const known = characters.filter(
      (character, at) => alone[at] === 1 && !/\p{Script=Han}|\p{Script=Hangul}/u.test(character),
    );
    expect(known.length).toBeGreaterThan(5000);
    for (const other of ['a', '1', 'ア', 'ー', 'ก', '가', '\u{1f1e7}', "'", '_', '\u200d']) {
      const texts = known.map((character) => (character + other).repeat(3));
      const made = await counted(texts);
      expect(texts.filter((text, at) => countWords(text) < (made[at] ?? 0))).toEqual([]);
    }
  }, 60_000);

  it.each([
    ['aアaア', 4],
    ['スターバックスcafe', 2],
    ['🇧🇷🇵🇹', 2],
    ['🇧\u0301🇷', 1],
    ['#️⃣', 1],
    ['Café 24', 2],
    ['a'.repeat(600), 3],
  ])('counts as many words as the index makes: %s', async (text, count) => {
    expect([countWords(text), await counted([text])]).toEqual([count, [count]]);
  });
});
