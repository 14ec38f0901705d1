import { aPlace } from '../support/factories.js';
import { useDirectory } from '../support/use-directory.js';

/** A name with punctuation inside, and one that holds the same words and more, which more people look at. */
const names = [
  ['Coca-Cola', 'Coca Cola Store'],
  ['Wal-Mart', 'Wal Mart Supercenter'],
  ["D'Angelo", 'D Angelo Pizza'],
  ['Bar/Restaurante', 'Bar Restaurante Central'],
  ["Posto/McDonald's", 'Posto Mcdonalds Norte'],
  ['AC/DC Rock-Bar', 'AC DC Rock Bar e Grill'],
] as const;

const named = (name: string, pageviews: string) => aPlace({ name, categories: [], statistics: { pageviews } });

const places = [
  ...names.flatMap(([name, longer]) => [named(name, '1'), named(longer, '900')]),
  named('Coca do Cais', '950'),
];

/** A place whose whole name is the text comes first, and punctuation inside words does not matter (docs/query-language.md). */
describe('a whole name', () => {
  const { get } = useDirectory({ places });

  describe.each([
    ['Coca-Cola', ['Coca-Cola', 'coca cola', 'COCACOLA', 'coca.cola']],
    ['Wal-Mart', ['wal mart', 'walmart']],
    ["D'Angelo", ['d angelo', 'dangelo']],
    ['Bar/Restaurante', ['bar restaurante', 'bar, restaurante']],
    ["Posto/McDonald's", ['posto mcdonalds', 'posto mcdonald s', "posto mcdonald's"]],
    ['AC/DC Rock-Bar', ['ac dc rock bar', 'acdc rockbar', 'ac/dc rock-bar']],
  ])('%s', (name, texts) => {
    it.each(texts)('comes first for %j', async (text) => {
      const q = encodeURIComponent(text);
      const { body } = await get(`/v2/places?q=${q}`);
      expect(body.results.places[0]?.name).toBe(name);
      const suggested = await get(`/v2/places/suggest?q=${q}`);
      expect(suggested.body.suggestionResults.suggestions[0]?.text).toBe(name);
    });
  });

  it('is suggested for its beginning as well, before names that only begin with the first word', async () => {
    const { body } = await get('/v2/places/suggest?q=coca%20c');
    expect(body.suggestionResults.suggestions.map(({ text }: { text: string }) => text)).toEqual([
      ...['Coca Cola Store', 'Coca-Cola', 'Coca do Cais'],
    ]);
  });
});
