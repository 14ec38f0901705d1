import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const places = [
  aPlace({ id: 'cafe', name: 'Café Ångström', address: { city: 'Curaçao' } }),
  aPlace({ id: 'greek', name: 'Μουσείο Ακρόπολης', address: { city: 'Αθήνα' } }),
  aPlace({ id: 'cyrillic', name: 'Ёлки и Чайка', address: { city: 'Королёв' } }),
  aPlace({ id: 'polytonic', name: 'Ἡ Ταβέρνα τοῦ Ψαρᾶ', address: { city: 'Ἀθῆναι' } }),
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
];

/** "`found` for a word with and without accents is the same", whatever the alphabet. */
describe('words with and without accents', () => {
  const { get, ids } = useDirectory({ places });

  it.each([
    ['café', 'CAFE', 'cafe'],
    ['ångström', 'Angstrom', 'cafe'],
    ['a\u030angstro\u0308m', 'angstrom', 'cafe'],
    ['μουσείο', 'ΜΟΥΣΕΙΟ', 'greek'],
    ['Ακρόπολης', 'ακροπολης', 'greek'],
    ['ёлки', 'ЕЛКИ', 'cyrillic'],
    ['чайка', 'чаика', 'cyrillic'],
    ['ψαρᾶ', 'ψαρα', 'polytonic'],
    ['φούρνος', 'ΦΟΥΡΝΟΣ', 'sigma'],
    ['שָׁלוֹם', 'שלום', 'hebrew'],
    ['القُدس', 'القدس', 'arabic'],
    ['أكلات', 'اكلات', 'arabic'],
  ])('finds %s and %s alike in names', async (accented, plain, id) => {
    expect([await ids({ q: accented }), await ids({ q: plain })]).toEqual([[id], [id]]);
    expect([await ids({ fq: `name:${accented}` }), await ids({ fq: `name:${plain}` })]).toEqual([[id], [id]]);
  });

  it.each([
    ['Curaçao', 'curacao', 'cafe'],
    ['Αθήνα', 'ΑΘΗΝΑ', 'greek'],
    ['Королёв', 'королев', 'cyrillic'],
    ['Ἀθῆναι', 'αθηναι', 'polytonic'],
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
    const copied = (text: string) => `\u200e${text.slice(0, 3)}\u00ad\u200f${text.slice(3)}\ufeff`;
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
