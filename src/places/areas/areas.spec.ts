import { type Area } from '../words/where.js';
import { Areas } from './areas.js';

const city = (name: string, places: number, lng: number): Area => ({
  ...{ type: 'city', name, key: name.toLowerCase(), parentKeys: [], places, radius: 5000, centre: { lat: 0, lng } },
  ids: [name],
});

const areasOf = async (...all: Area[]): Promise<Areas> => {
  const areas = new Areas();
  await areas.replace(all);
  return areas;
};

describe('the city around a point', () => {
  it.each([
    ['in which the point lies', 0, 'Alba'],
    ['whose middle is nearer', 0.04, 'Borgo'],
    ['that is the nearest', 0.07, 'Borgo'],
    ['that is near enough', 0.17, 'Borgo'],
    ['or none', 0.5, undefined],
  ])('is the one %s', async (_, lng, name) => {
    const areas = await areasOf(city('Alba', 60, 0), city('Borgo', 40, 0.05));
    expect(areas.cityAround({ lat: 0, lng })?.name).toBe(name);
  });

  it.each([
    [[60, 40], 'Alba'],
    [[50, 50], undefined],
    [[], undefined],
  ])('is, without a point, the one of more than half of all places: %j', async (places, name) => {
    const areas = await areasOf(...places.map((count, at) => city(at === 0 ? 'Alba' : 'Borgo', count, at)));
    expect(areas.cityAround(undefined)?.name).toBe(name);
  });
});
