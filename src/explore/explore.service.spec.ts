import { startView } from './explore.service.js';

type City = NonNullable<Parameters<typeof startView>[0]>;

const cityAt = (lat: number, lng: number, places = 500): City => ({
  ...{ type: 'city', name: 'C', key: 'c', parentKeys: [], city: 'C', ids: ['-/-/c'] },
  ...{ places, centre: { lat, lng }, radius: 11_132 },
});
describe('the first view of the map', () => {
  it('is around the places of the city', () => {
    expect(startView(cityAt(60, 25))).toEqual({ north: 60.1, west: 24.8, south: 59.9, east: 25.2 });
  });

  it('stays on the earth', () => {
    expect(startView(cityAt(89.99, 179.9))).toMatchObject({ north: 90, west: 169.9, east: -170.1 });
    expect(startView({ ...cityAt(89.99, 0), radius: 1e6 })).toMatchObject({ north: 90, west: -180, east: 180 });
  });

  it('crosses the 180th meridian', () => {
    expect(startView(cityAt(0, -179.95))).toEqual({ north: 0.1, west: 179.95, south: -0.1, east: -179.85 });
  });

  it('is everything if no city has many places', () => {
    expect([startView(undefined), startView(cityAt(60, 25, 99))]).toEqual([undefined, undefined]);
  });
});
