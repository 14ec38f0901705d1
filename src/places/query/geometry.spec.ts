import { parsePolygon, distanceInMetres, storedPoint } from './geometry.js';

const points = (text: string) => {
  const parsed = parsePolygon(text);
  return parsed.ok ? parsed.value.map(({ lat, lng }) => `${lat},${lng}`).join(';') : parsed.faults[0]?.reason;
};
describe('a polygon', () => {
  it.each([
    ['counterclockwise', '0,0;0,2;2,2;2,0', '0,0;0,2;2,2;2,0'],
    ['clockwise', '2,0;2,2;0,2;0,0', '0,0;0,2;2,2;2,0'],
    ['with a closing point', '0,0;0,2;2,2;0,0', '0,0;0,2;2,2'],
    ['with a semicolon at the end, and spaces', '0,0; 0, 2;2,2;', '0,0;0,2;2,2'],
    ['with a point twice', '0,0;0,2;0,2;2,2', '0,0;0,2;2,2'],
    ['over the antimeridian', '0,179;0,-179;2,-179;2,179', '0,179;0,181;2,181;2,179'],
    ['on the antimeridian, which has two longitudes', '0,180;2,-180;1,179', '0,180;2,180;1,179'],
    ['around the north pole', '80,0;80,120;80,-120', '80,0;80,120;80,240;80,360;90,360;90,0'],
    ['around the south pole', '-80,0;-80,120;-80,-120', '-90,0;-90,360;-80,360;-80,240;-80,120;-80,0'],
    [
      'around a pole, with longitudes that no binary number equals',
      '76.683633,-170.45765;66.531362,117.54235;62.406582,45.54235;86.226497,-26.45765;71.249568,-98.45765',
      expect.stringContaining(';90,'),
    ],
  ])('is continuous and counterclockwise: %s', (_, text, expected) => {
    expect(points(text)).toEqual(expected);
  });

  it.each([
    ['0,0;1,1', 'has 2 points; 3 to 101 are allowed'],
    ['0,0;1,1;0,0', 'has 2 different points; 3 to 100 are allowed'],
    [
      Array.from({ length: 101 }, (_, index) => `${index % 2},${index}`).join(';'),
      'has 101 different points; 3 to 100 are allowed',
    ],
    ['0,0;1;2,2', 'has no latitude and longitude in point 2: "1"'],
    ['0,0;1,x;2,2', 'has no latitude and longitude in point 2: "1,x"'],
    ['0,0;1,2,3;2,2', 'has no latitude and longitude in point 2: "1,2,3"'],
    ['0,0;91,0;2,2', 'has a latitude that is not between -90 and 90 in point 2: "91,0"'],
    ['0,0;0,181;2,2', 'has a longitude that is not between -180 and 180 in point 2: "0,181"'],
    ['0,0;1,1;2,2', 'crosses or touches itself: the edges 1–2 and 3–1 meet at 0,0'],
    ['0,0;2,2;2,0;0,2', 'crosses or touches itself: the edges 1–2 and 3–4 meet at 1,1'],
    ['0,0;0,4;2,4;2,2;0,2;2,0', 'crosses or touches itself: the edges 1–2 and 4–5 meet at 0,2'],
    ['0,0;0,4;1,2;0,0;-1,2', 'crosses or touches itself: the edges 1–2 and 3–4 meet at 0,0'],
    ['1,179;-1,-179;-1,179;1,-179', 'crosses or touches itself: the edges 1–2 and 3–4 meet at 0,-180'],
    ['0,0;0,0.000001;0.0000001,0', 'encloses no area'],
  ])('is a fault: %s', (text, reason) => {
    expect(points(text)).toBe(reason);
  });
});
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
