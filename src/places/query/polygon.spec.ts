import { parsePolygon } from './polygon.js';

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
