import { Directory } from '../support/directory.js';
import { aPlace } from '../support/factories.js';

const places = [
  aPlace({ id: 'cafe', name: 'Café Ångström', address: { city: 'Curaçao' } }),
  aPlace({ id: 'greek', name: 'Μουσείο Ακρόπολης', address: { city: 'Αθήνα' } }),
  aPlace({ id: 'cyrillic', name: 'Ёлки и Чайка', address: { city: 'Королёв' } }),
  aPlace({ id: 'polytonic', name: 'Ἡ Ταβέρνα τοῦ Ψαρᾶ', address: { city: 'Ἀθῆναι' } }),
];

/** "`found` for a word with and without accents is the same", whatever the alphabet. */
describe('words with and without accents', () => {
  let directory: Directory;
  let token: string;

  beforeAll(async () => {
    directory = await Directory.start();
    await directory.add({ places });
    token = await directory.token();
  });

  afterAll(() => directory.stop());

  async function ids(query: Record<string, string>): Promise<string[]> {
    const { status, text, body } = await directory.get(`/v2/places?${new URLSearchParams(query).toString()}`, token);
    if (status !== 200) throw new Error(text);
    return body.results.places.map(({ id }: { id: string }) => id);
  }

  it.each([
    ['café', 'CAFE', 'cafe'],
    ['ångström', 'Angstrom', 'cafe'],
    ['a\u030angstro\u0308m', 'angstrom', 'cafe'],
    ['μουσείο', 'ΜΟΥΣΕΙΟ', 'greek'],
    ['Ακρόπολης', 'ακροπολης', 'greek'],
    ['ёлки', 'ЕЛКИ', 'cyrillic'],
    ['чайка', 'чаика', 'cyrillic'],
    ['ψαρᾶ', 'ψαρα', 'polytonic'],
  ])('finds %s and %s alike in names', async (accented, plain, id) => {
    expect([await ids({ q: accented }), await ids({ q: plain })]).toEqual([[id], [id]]);
    expect([await ids({ fq: `name:${accented}` }), await ids({ fq: `name:${plain}` })]).toEqual([[id], [id]]);
  });

  it.each([
    ['Curaçao', 'curacao', 'cafe'],
    ['Αθήνα', 'ΑΘΗΝΑ', 'greek'],
    ['Королёв', 'королев', 'cyrillic'],
    ['Ἀθῆναι', 'αθηναι', 'polytonic'],
  ])('finds %s and %s alike in exact fields', async (accented, plain, id) => {
    const filters = [accented, plain].map((city) => ids({ fq: `address.city:"${city}"` }));
    expect(await Promise.all(filters)).toEqual([[id], [id]]);
  });
});
