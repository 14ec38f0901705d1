import { distanceInMetres, storedPoint } from './distance.js';

describe('the distance', () => {
  // What Elasticsearch 9.5.3 gave as sort value of _geo_distance (arc).
  it.each([
    [{ lat: -41, lng: 110.3 }, { lat: -33.123457, lng: 151.7654321 }, 3_745_118.552],
    [{ lat: 90, lng: 0 }, { lat: 90, lng: 10 }, 0],
    [{ lat: 41.7, lng: -71.5 }, { lat: 41.730359, lng: -71.54539 }, 5_058.645],
    [{ lat: 10, lng: 180 }, { lat: 10, lng: -180 }, 0],
  ])('from %j to %j is %d metres', (centre, location, metres) => {
    expect(Math.abs(distanceInMetres(centre, location) - metres)).toBeLessThan(0.05);
  });

  it('is the same the other way round, and half the circumference at most', () => {
    expect(distanceInMetres({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(Math.PI * 6_371_008.7714, 0);
    expect(distanceInMetres({ lat: -90, lng: 0 }, { lat: 90, lng: 0 })).toBeCloseTo(Math.PI * 6_371_008.7714, 0);
  });
});

describe('a stored location', () => {
  // What Elasticsearch 9.5.3 gave as docvalue_fields of a geo_point.
  it.each([
    [
      { lat: 90, lng: 10 },
      { lat: 89.99999995809048, lng: 9.999999990686774 },
    ],
    [
      { lat: -33.123457, lng: 151.7654321 },
      { lat: -33.123457012698054, lng: 151.76543209701777 },
    ],
    [
      { lat: -90, lng: 180 },
      { lat: -90, lng: 179.99999991618097 },
    ],
  ])('of %j is %j', (location, stored) => {
    expect(storedPoint(location)).toEqual(stored);
  });

  it('is stored as it is', () => {
    const stored = storedPoint({ lat: 41.730359, lng: -71.54539 });
    expect(storedPoint(stored)).toEqual(stored);
  });
});
