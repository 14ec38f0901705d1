import { parseLocation } from './location.js';
import { middleOf } from './middle.js';

describe('the middle of a location', () => {
  const corners = (north: string, west: string, south: string, east: string) => ({
    ...{ 'location.nw.lat': north, 'location.nw.lng': west, 'location.se.lat': south, 'location.se.lng': east },
  });

  it.each([
    ['none', {}, undefined],
    ['its centre', { ...corners('1', '0', '0', '1'), 'location.lat': '5', 'location.lng': '6' }, { lat: 5, lng: 6 }],
    ['of a rectangle', corners('10', '20', '0', '40'), { lat: 5, lng: 30 }],
    ['of a rectangle over the antimeridian', corners('10', '170', '0', '-150'), { lat: 5, lng: -170 }],
    ['of a polygon', { 'location.polygon': '0,0;0,20;10,20;10,0' }, { lat: 5, lng: 10 }],
    [
      'of a polygon over the antimeridian',
      { 'location.polygon': '0,-179;10,-179;10,170;0,170' },
      { lat: 5, lng: 175.5 },
    ],
    ['of a line', { 'location.line': '0,0;10,4', 'location.radius': '100' }, { lat: 5, lng: 2 }],
    [
      'of a line over the antimeridian',
      { 'location.line': '0,179;2,-177', 'location.radius': '9' },
      { lat: 1, lng: -179 },
    ],
  ])('is %s', (_, texts, middle) => {
    const location = parseLocation(texts);
    expect(location.ok && middleOf(location.value)).toEqual(middle);
  });
});
