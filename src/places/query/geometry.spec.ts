import {
  cross,
  distanceInMetres,
  lengthOf,
  metresBetween,
  parseLine,
  parsePolygon,
  storedPoint,
  toPoint,
  toVector,
  turned,
  unit,
} from './geometry.js';

const points = (text: string) => {
  const parsed = parsePolygon(text);
  return parsed.ok ? parsed.value.map(({ lat, lng }) => `${lat},${lng}`).join(';') : parsed.faults[0]?.reason;
};
describe('a polygon', () => {
  it.each([
    ['counterclockwise', '0,0;0,2;2,2;2,0', '0,0;0,2;2,2;2,0'],
    ['clockwise', '2,0;2,2;0,2;0,0', '0,0;0,2;2,2;2,0'],
    ['with a closing point', '0,0;0,2;2,2;0,0', '0,0;0,2;2,2'],
    ['with a point twice', '0,0;0,2;0,2;2,2', '0,0;0,2;2,2'],
    ['over the antimeridian', '0,179;0,-179;2,-179;2,179', '0,179;0,181;2,181;2,179'],
    ['on the antimeridian, which has two longitudes', '0,180;2,-180;1,179', '0,180;2,180;1,179'],
    ['with an edge half around the earth', '0,0;0,180;10,90', '0,0;0,180;10,90'],
    ['with a pole', '90,0;80,-10;80,10', '90,0;80,-10;80,10'],
    ['around the equator', '0,0;0,120;0,-120', '0,0;0,120;0,240;0,360;90,360;90,0'],
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
    ['0,0;'.repeat(102), 'has 102 points; 3 to 101 are allowed'],
    ['0,0;0,0;0,0', 'has 1 point; 3 to 100 are allowed'],
    ['0,0;x,1;2,2', 'has no latitude and longitude in point 2: "x,1"'],
    ['0,0;0,4;3,4;0,2;3,0', 'crosses or touches itself: the edges 1–2 and 3–4 meet at 0,2'],
    ['0,0;0,2;3,4;-3,4;3,-4', 'crosses or touches itself: the edges 1–2 and 4–5 meet at 0,0'],
    ['0,0;1,1', 'has 2 points; 3 to 101 are allowed'],
    ['0,0;1,1;0,0', 'has 2 different points; 3 to 100 are allowed'],
    [
      Array.from({ length: 101 }, (_, index) => `${index % 2},${index}`).join(';'),
      'has 101 different points; 3 to 100 are allowed',
    ],
    ['0,0;1,x;2,2', 'has no latitude and longitude in point 2: "1,x"'],
    ['0,0;91,0;2,2', 'has a latitude that is not between -90 and 90 in point 2: "91,0"'],
    ['0,0;0,181;2,2', 'has a longitude that is not between -180 and 180 in point 2: "0,181"'],
    ['0,0;2,2;2,0;0,2', 'crosses or touches itself: the edges 1–2 and 3–4 meet at 1,1'],
    ['0,0;0,4;1,2;0,0;-1,2', 'crosses or touches itself: the edges 1–2 and 3–4 meet at 0,0'],
    ['1,179;-1,-179;-1,179;1,-179', 'crosses or touches itself: the edges 1–2 and 3–4 meet at 0,-180'],
    ['0,0;0,0.000001;0.0000001,0', 'encloses no area'],
  ])('is a fault: %s', (text, reason) => {
    expect(points(text)).toBe(reason);
  });

  it('has a hundred points at most, and a closing point', () => {
    const circle = Array.from({ length: 100 }, (_, index) => {
      const angle = (index * Math.PI) / 50;
      return `${Math.sin(angle).toFixed(6)},${Math.cos(angle).toFixed(6)}`;
    });
    const parsed = parsePolygon([...circle, ...circle.slice(0, 1)].join(';'));
    expect(parsed.ok && parsed.value).toHaveLength(100);
  });
});
describe('a line', () => {
  it.each([
    [
      '0,0;0,1',
      [
        { lat: 0, lng: 0 },
        { lat: 0, lng: 1 },
      ],
    ],
    [
      '0,0;0,0;0,44.9',
      [
        { lat: 0, lng: 0 },
        { lat: 0, lng: 44.9 },
      ],
    ],
  ])('is parsed: %s', (text, value) => {
    expect(parseLine(text)).toEqual({ ok: true, value });
  });

  it.each([
    ['0,0', 'has 1 point; 2 to 100 are allowed'],
    ['0,0;0,0', 'has the same point twice and no other'],
    ['0,0;1', 'has no latitude and longitude in point 2: "1"'],
    ['0,0;0,45;0,0', 'is 10,008 km long'],
  ])('is a fault: %s', (text, reason) => {
    const allowed = ['lat,lng;lat,lng;… with 2 to 100 points, 5,000 km long at most'];
    expect(parseLine(text)).toEqual({ ok: false, faults: [{ value: text, reason, allowed }] });
  });

  it('is as long as its parts', () => {
    const points = [
      { lat: 10, lng: 20 },
      { lat: 30, lng: 60 },
      { lat: -20, lng: 140 },
    ];
    const [a, b, c] = points as [(typeof points)[0], (typeof points)[0], (typeof points)[0]];
    expect(lengthOf(points)).toBeCloseTo(distanceInMetres(a, b) + distanceInMetres(b, c), -1);
    expect(metresBetween(toVector(b), toVector(c))).toBeCloseTo(distanceInMetres(b, c), -1);
  });
});
describe('a vector', () => {
  const close = (vector: readonly number[]) => vector.map((number) => expect.closeTo(number, 6) as number);

  it('is a point of the earth', () => {
    const vector = [0.4330127, 0.75, 0.5] as const;
    expect(toVector({ lat: 30, lng: 60 })).toEqual(close(vector));
    expect(toPoint(vector)).toEqual({ lat: expect.closeTo(30, 5) as number, lng: expect.closeTo(60, 5) as number });
  });

  it('is turned to another', () => {
    expect(turned([2, 3, 4], [4, 5, 7], 0)).toEqual(close([2, 3, 4]));
    expect(turned([2, 3, 4], [4, 5, 7], Math.PI / 2)).toEqual(close([4, 5, 7]));
  });

  it('has a length, and one that is perpendicular to it and to another', () => {
    expect(unit([1, 2, 2])).toEqual(close([1 / 3, 2 / 3, 2 / 3]));
    expect(cross([1, 2, 3], [4, 5, 7])).toEqual([-1, 5, -3]);
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
