import { startView } from './start-view.js';

type City = NonNullable<Parameters<typeof startView>[0]>;

const cityAt = (lat: number, lng: number, places = 500): City => ({
  ...{ type: 'city', name: 'C', key: 'c', around: [], city: 'C', address: { city: 'C' } },
  ...{ places, centre: { lat, lng }, radius: 11_132 },
});

describe('the first view of the map', () => {
  it('is around the places of the city', () => {
    expect(startView(cityAt(60, 25))).toEqual({ north: 60.1, west: 24.8, south: 59.9, east: 25.2 });
  });

  it('stays on the earth', () => {
    expect(startView(cityAt(89.99, 179.9))).toMatchObject({ north: 90, east: 180 });
  });

  it('is everything if no city has many places', () => {
    expect([startView(undefined), startView(cityAt(60, 25, 99))]).toEqual([undefined, undefined]);
  });
});
