import { parseLocation, type LocationFault, type LocationParameter } from './location.js';

type Texts = Partial<Record<LocationParameter, string>>;

const centre: Texts = { 'location.lat': '-23.55', 'location.lng': '-46.63' };
const rectangle: Texts = {
  'location.nw.lat': '10',
  'location.nw.lng': '170',
  'location.se.lat': '-10',
  'location.se.lng': '-170',
};

function faults(texts: Texts): readonly LocationFault[] {
  const parsed = parseLocation(texts);
  return parsed.ok ? [] : parsed.faults;
}

describe('where to search', () => {
  it.each<[string, Texts, object]>([
    ['nowhere in particular', {}, {}],
    ['a centre', centre, { centre: { lat: -23.55, lng: -46.63 } }],
    [
      'a centre and a radius',
      { ...centre, 'location.radius': '1' },
      { centre: { lat: -23.55, lng: -46.63 }, radius: 1 },
    ],
    ['a rectangle over the antimeridian', rectangle, { rectangle: { north: 10, west: 170, south: -10, east: -170 } }],
    [
      'both',
      { ...centre, ...rectangle },
      { centre: { lat: -23.55, lng: -46.63 }, rectangle: { north: 10, west: 170, south: -10, east: -170 } },
    ],
    [
      'a rectangle of no size',
      { 'location.nw.lat': '90', 'location.nw.lng': '180', 'location.se.lat': '90', 'location.se.lng': '180' },
      { rectangle: { north: 90, west: 180, south: 90, east: 180 } },
    ],
    ['a pole, with a sign', { 'location.lat': '+90', 'location.lng': '-0' }, { centre: { lat: 90, lng: 0 } }],
  ])('is %s', (_, texts, location) => {
    expect(parseLocation(texts)).toEqual({ ok: true, value: location });
  });

  const degrees = ['-90 to 90 decimal degrees'];
  it.each<[string, Texts, LocationFault]>([
    [
      'too far north',
      { ...centre, 'location.lat': '90.001' },
      { parameter: 'location.lat', value: '90.001', reason: 'is out of range', allowed: degrees },
    ],
    [
      'too far east',
      { ...centre, 'location.lng': '181' },
      {
        parameter: 'location.lng',
        value: '181',
        reason: 'is out of range',
        allowed: ['-180 to 180 decimal degrees'],
      },
    ],
    [
      'a decimal comma',
      { ...centre, 'location.lat': '-23,55' },
      {
        parameter: 'location.lat',
        value: '-23,55',
        reason: 'is not a plain decimal number',
        allowed: degrees,
        suggestion: '-23.55',
      },
    ],
    ...['', ' ', 'NaN', 'Infinity', '1e1', '0x1', '1 ', '--1', '.', '٣', '1'.repeat(400)].map(
      (value): [string, Texts, LocationFault] => [
        `"${value.slice(0, 20)}"`,
        { ...centre, 'location.lat': value },
        { parameter: 'location.lat', value, reason: 'is not a plain decimal number', allowed: degrees },
      ],
    ),
    [
      'a radius of nothing',
      { ...centre, 'location.radius': '0' },
      { parameter: 'location.radius', value: '0', reason: 'is out of range', allowed: ['1 to 1000000 metres'] },
    ],
    [
      'a radius without a centre',
      { 'location.radius': '5' },
      { parameter: 'location.radius', value: '5', reason: 'needs a centre: location.lat and location.lng' },
    ],
    [
      'half a centre',
      { 'location.lat': '5' },
      { parameter: 'location.lng', value: '', reason: 'is missing: location.lat, location.lng are required together' },
    ],
    [
      'north below south',
      { ...rectangle, 'location.nw.lat': '-11' },
      { parameter: 'location.nw.lat', value: '-11', reason: 'lies south of location.se.lat (-10)' },
    ],
  ])('is a fault: %s', (_, texts, fault) => {
    expect(faults(texts)).toEqual([fault]);
  });

  it('names all missing corners, and all other faults with them', () => {
    expect(faults({ 'location.nw.lat': 'x', 'location.radius': '5' }).map((fault) => fault.parameter)).toEqual([
      'location.nw.lat',
      'location.nw.lng',
      'location.se.lat',
      'location.se.lng',
      'location.radius',
    ]);
  });
});
