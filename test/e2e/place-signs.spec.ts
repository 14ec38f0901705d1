import { aPlace as makePlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

const aPlace = (place: Parameters<typeof makePlace>[0]) => makePlace({ categories: [], ...place });

const places = [
  aPlace({ id: 'okina', name: 'Hanaʻula Surf', address: { city: 'Waiʻanae', street: 'Kūhiʻō Street' } }),
  aPlace({ id: 'plain', name: 'Hanaula Dive', address: { city: "Wai'anae" } }),
  aPlace({ id: 'ukrainian', name: 'Музей Вʼюнів', address: { city: 'Слов´янськ' } }),
  aPlace({ id: 'hebrew', name: 'פיצה ג׳ינג׳ר' }),
  aPlace({ id: 'persian', name: 'نان ۴۷۱', phones: ['۹۸۲۱۵۵۵۰۱'], address: { zipcode: '۸۱۹۳۵', number: '۲۴' } }),
  aPlace({ id: 'hindi', name: 'दुकान ५६८', address: { zipcode: '४१०२३७' } }),
  aPlace({ id: 'thai', name: 'ร้าน ๗๓๙', address: { zipcode: '๕๐๒๙๔' } }),
  aPlace({ id: 'full width', name: 'カフェ５２６', address: { zipcode: '６７３-００４１' } }),
  aPlace({ id: 'ascii', name: 'Bistro 864', address: { zipcode: '30417' }, statistics: { rating: '1.5' } }),
];

/** The apostrophes of keyboards and data. */
const apostrophes = Array.from("'’‘ʹʺʻʼʽʾʿꞋꞌ´`′＇");

describe('signs of any script', () => {
  const { get, ids } = useDirectory({ places });

  it('finds a name with any apostrophe by any other, and without one', async () => {
    for (const apostrophe of apostrophes) {
      const spelling = `Hana${apostrophe}ula`;
      expect([spelling, await ids({ q: spelling, match: 'exact', sort: 'id' })]).toEqual([
        spelling,
        ['okina', 'plain'],
      ]);
      expect([spelling, await ids({ fq: `name:"${spelling} surf"` })]).toEqual([spelling, ['okina']]);
      expect([spelling, await ids({ fq: `address.city:"Wai${apostrophe}anae"`, sort: 'id' })]).toEqual([
        spelling,
        ['okina', 'plain'],
      ]);
    }
    expect(await ids({ q: 'hanaula', match: 'exact', sort: 'id' })).toEqual(['okina', 'plain']);
  }, 60_000);

  it.each([
    ['q', "в'юнів", 'ukrainian'],
    ['q', "ג'ינג'ר", 'hebrew'],
    ['q', 'نان 471', 'persian'],
    ['q', 'نان ٤٧١', 'persian'],
    ['q', 'दुकान 568', 'hindi'],
    ['q', 'ร้าน 739', 'thai'],
    ['q', 'カフェ526', 'full width'],
    ['q', 'bistro ८६४', 'ascii'],
    ['q', '81935', 'persian'],
    ['q', '98 21 555-01', 'persian'],
    ['fq', 'address.city:"Слов\'янськ"', 'ukrainian'],
    ['fq', 'address.city:Слов’ян*', 'ukrainian'],
    ['fq', 'name:"музей в\'юнів"', 'ukrainian'],
    ['fq', 'name:47*', 'persian'],
    ['fq', 'name:"नक 568" OR name:568', 'hindi'],
    ['fq', 'address.zipcode:81935', 'persian'],
    ['fq', 'address.zipcode:819*', 'persian'],
    ['fq', 'address.zipcode:๕๐*', 'thai'],
    ['fq', 'address.zipcode:673-0041', 'full width'],
    ['fq', 'address.zipcode:۳۰۴۱۷', 'ascii'],
    ['fq', 'phones:98215*', 'persian'],
    ['fq', 'statistics.rating:[۱ TO ۲]', 'ascii'],
  ])('finds by %s=%s', async (parameter, value, id) => {
    expect(await ids({ [parameter]: value })).toEqual([id]);
  });

  it.each([
    ["hana'u", 'okina'],
    ["kuhi'o s", 'Kūhiʻō Street'],
    ['8193', '۸۱۹۳۵'],
    ['bistro ٨٦', 'ascii'],
  ])('suggests by %s', async (typed, expected) => {
    const { body } = await get(`/v2/places/suggest?q=${encodeURIComponent(typed)}`);
    const suggestions = body.suggestionResults.suggestions as { id: string; text: string; type: string }[];
    const found = suggestions.map(({ id, text, type }) => (type === 'place' ? id : text));
    expect(found).toContain(expected);
  });

  it('counts the spellings of a value as one', async () => {
    const { body } = await get('/v2/places?facet.field=address.city&rows=1&fq=id:(okina OR plain)');
    expect(body.results.facets[0].buckets).toMatchObject([{ found: 2 }]);
  });

  it('sorts digits of all scripts alike', async () => {
    const fq = 'id:(persian OR hindi OR thai OR ascii)';
    expect(await ids({ fq, sort: 'address.zipcode' })).toEqual(['ascii', 'hindi', 'thai', 'persian']);
  });
});
