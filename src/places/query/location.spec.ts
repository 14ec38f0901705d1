import { parseLocation, type LocationFault, type LocationParameter, midpointOf } from './location.js';

type Texts = Partial<Record<LocationParameter, string>>;

const centre: Texts = { 'location.lat': '-23.55', 'location.lng': '-46.63' };

const rectangle: Texts = {
  'location.nw.lat': '10',
  'location.nw.lng': '170',
  'location.se.lat': '-10',
  'location.se.lng': '-170',
};

const saoPaulo = { lat: -23.55, lng: -46.63 };

const fiji = { north: 10, west: 170, south: -10, east: -170 };

function faults(texts: Texts): readonly LocationFault[] {
  const parsed = parseLocation(texts);
  return parsed.ok ? [] : parsed.faults;
}
describe('where to search', () => {
  it.each<[string, Texts, object]>([
    ['nowhere in particular', {}, {}],
    ['a centre', centre, { centre: saoPaulo }],
    ['a centre and a radius', { ...centre, 'location.radius': '1' }, { centre: saoPaulo, radius: 1 }],
    ['a rectangle over the antimeridian', rectangle, { rectangle: fiji }],
    ['both', { ...centre, ...rectangle }, { centre: saoPaulo, rectangle: fiji }],
    [
      'a rectangle of no size',
      { 'location.nw.lat': '90', 'location.nw.lng': '180', 'location.se.lat': '90', 'location.se.lng': '180' },
      { rectangle: { north: 90, west: 180, south: 90, east: 180 } },
    ],
    ['a pole, with a sign', { 'location.lat': '+90', 'location.lng': '-0' }, { centre: { lat: 90, lng: 0 } }],
  ])('is %s', (_, texts, location) => {
    expect(parseLocation(texts)).toEqual({ ok: true, value: location });
  });

  const latitude = ['-90 to 90 decimal degrees'];
  const invalid = (value: string, suggestion?: string): [string, Texts, LocationFault] => [
    `"${value.slice(0, 20)}"`,
    { ...centre, 'location.lat': value },
    {
      parameter: 'location.lat',
      value,
      reason: 'is not a plain decimal number',
      allowed: latitude,
      ...(suggestion !== undefined && { suggestion }),
    },
  ];
  const outOfRange = (
    parameter: LocationParameter,
    value: string,
    allowed: string[],
  ): [string, Texts, LocationFault] => [
    `${parameter}=${value}`,
    { ...centre, [parameter]: value },
    { parameter, value, reason: 'is out of range', allowed },
  ];
  it.each<[string, Texts, LocationFault]>([
    outOfRange('location.lat', '90.001', latitude),
    outOfRange('location.lng', '181', ['-180 to 180 decimal degrees']),
    outOfRange('location.radius', '0', ['1 to 1000000 metres']),
    invalid('-23,55', '-23.55'),
    ...['', ' ', 'NaN', 'Infinity', '1e1', '0x1', '1 ', '--1', '.', '٣', '1'.repeat(400)].map((text) => invalid(text)),
    [
      'a radius without a centre',
      { 'location.radius': '5' },
      {
        parameter: 'location.radius',
        value: '5',
        reason: 'needs a centre, location.lat and location.lng, or location.line',
        allowed: ['with location.lat and location.lng', 'with location.line'],
      },
    ],
    [
      'half a centre',
      { 'location.lat': '5' },
      {
        parameter: 'location.lng',
        value: '',
        reason: 'is missing: location.lat, location.lng are required together',
        allowed: ['-180 to 180 decimal degrees'],
      },
    ],
    [
      'north below south',
      { ...rectangle, 'location.nw.lat': '-11' },
      {
        parameter: 'location.nw.lat',
        value: '-11',
        reason: 'lies south of location.se.lat (-10)',
        allowed: ['-10 to 90 decimal degrees'],
      },
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
    expect(location.ok && midpointOf(location.value)).toEqual(middle);
  });
});
