import { Areas } from '../areas/areas.js';
import { namesInAreas } from './typed-areas.js';

describe('the city after a name', () => {
  const noSynonyms = { find: () => [] };

  it('that is no area counts if places have it', async () => {
    const areas = new Areas();
    await areas.replace([], ['Little Bay', 'Santos']);
    const cities = (text: string) =>
      namesInAreas(text, areas, noSynonyms, undefined).map(({ name, city }) => [name, city]);
    expect(cities('Garden Café Little Bay')).toEqual([['Garden Café', 'Little Bay']]);
    expect(cities('padaria santos')).toEqual([['padaria', 'santos']]);
    expect(cities('twin city carpets')).toEqual([]);
    expect(cities('santos')).toEqual([]);
  });
});
