import {
  rectangleAround,
  parseLocation,
  type LocationFault,
  type LocationParameter,
  midpointOf,
  type SearchLocation,
  withDefaultRadius,
} from './location.js';

type Texts = Partial<Record<LocationParameter, string>>;

const centre: Texts = { 'location.lat': '-23.55', 'location.lng': '-46.63' };

const rectangle: Texts = {
  'location.nw.lat': '10',
  'location.nw.lng': '170',
  'location.se.lat': '-10',
  'location.se.lng': '-170',
};

const saoPaulo = { lat: -23.55, lng: -46.63 };

const line = [
  { lat: 0, lng: 0 },
  { lat: 0, lng: 1 },
];

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
    ['a bias', { 'location.bias': '-23.55,-46.63' }, { centre: saoPaulo, isBias: true }],
    [
      'a bias, with spaces and signs',
      { 'location.bias': '  +90  ,  -180  ' },
      { centre: { lat: 90, lng: -180 }, isBias: true },
    ],
    ['a line', { 'location.line': '0,0;0,1', 'location.radius': '50000' }, { line: { points: line, radius: 50_000 } }],
    [
      'a line with a centre',
      { ...centre, 'location.line': '0,0;0,1', 'location.radius': '5' },
      { centre: saoPaulo, line: { points: line, radius: 5 } },
    ],
    ['a polygon', { 'location.polygon': '0,0;0,1;1,1' }, { polygon: [...line, { lat: 1, lng: 1 }] }],
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
  const bias = (value: string, reason: string, others: Texts = {}): [string, Texts, LocationFault] => [
    `location.bias=${value}`,
    { 'location.bias': value, ...others },
    { parameter: 'location.bias', value, reason, allowed: ['lat,lng in decimal degrees: -90 to 90, -180 to 180'] },
  ];
  const lineRadius = (value: string, reason: string): [string, Texts, LocationFault] => [
    `location.radius=${value} of a line`,
    { 'location.line': '0,0;0,1', ...(value !== '' && { 'location.radius': value }) },
    { parameter: 'location.radius', value, reason, allowed: ['1 to 50000 metres'] },
  ];
  it.each<[string, Texts, LocationFault]>([
    ...['', '1', '1,', ',1', '1,2,3', 'x1,2', '1,2x', '1.2.3,4', '4,1.2.3'].map((value) =>
      bias(value, 'has no latitude and longitude'),
    ),
    ...['90.1,0', '-90.1,0'].map((value) => bias(value, 'has a latitude that is not between -90 and 90')),
    ...['0,180.1', '0,-180.1'].map((value) => bias(value, 'has a longitude that is not between -180 and 180')),
    ...[centre, { 'location.lat': '1', 'location.lng': '2' }].map((others): [string, Texts, LocationFault] => [
      'a bias and a centre',
      { 'location.bias': '1,2', ...others },
      {
        parameter: 'location.bias',
        value: '1,2',
        reason: 'is a second centre: location.lat and location.lng are given too',
        allowed: ['without location.lat and location.lng'],
      },
    ]),
    lineRadius('', 'is missing: location.line needs it'),
    lineRadius('50001', 'is out of range for location.line'),
    [
      'a shape',
      { 'location.polygon': '0,0' },
      {
        parameter: 'location.polygon',
        value: '0,0',
        reason: 'has 1 point; 3 to 101 are allowed',
        allowed: ['lat,lng;lat,lng;lat,lng;… with 3 to 100 points'],
      },
    ],
    invalid('1,x'),
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

  it.each([
    [['location.bias', 'location.lat'], { 'location.bias': '1,2', 'location.lng': '2' }],
    [['location.bias', 'location.lng'], { 'location.bias': '1,2', 'location.lat': '2' }],
    [['location.se.lat'], { ...rectangle, 'location.se.lat': undefined }],
    [['location.nw.lat'], { ...rectangle, 'location.nw.lat': 'x' }],
  ])('are faults of %j: %j', (parameters, texts) => {
    expect(
      faults(texts as Texts)
        .map(({ parameter }) => parameter)
        .sort(),
    ).toEqual(parameters);
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
    ['of a rectangle', corners('10', '20', '4', '40'), { lat: 7, lng: 30 }],
    ['of a meridian', corners('10', '20', '4', '20'), { lat: 7, lng: 20 }],
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
describe('the default radius', () => {
  const shape = line;

  it.each<[string, SearchLocation, boolean]>([
    ['a centre', { centre: saoPaulo }, true],
    ['nothing', {}, false],
    ['a centre with a radius', { centre: saoPaulo, radius: 5 }, false],
    ['a bias', { centre: saoPaulo, isBias: true }, false],
    ['a centre and a rectangle', { centre: saoPaulo, rectangle: fiji }, false],
    ['a centre and a polygon', { centre: saoPaulo, polygon: shape }, false],
    ['a centre and a line', { centre: saoPaulo, line: { points: shape, radius: 5 } }, false],
  ])('of %s', (_, location, isAdded) => {
    const expected = isAdded ? { ...location, radius: 50_000, hasDefaultRadius: true } : location;
    expect(withDefaultRadius(location)).toEqual(expected);
  });
});

describe('the rectangle around a circle', () => {
  it.each([
    [60, 25, 11_132, { north: 60.1, west: 24.8, south: 59.9, east: 25.2 }],
    // It stays on the earth.
    [89.99, 179.9, 11_132, { north: 90, west: 169.9, south: 89.89, east: -170.1 }],
    [89.99, 0, 1e6, { north: 90, west: -180, south: 81.0069, east: 180 }],
    // It crosses the 180th meridian.
    [0, -179.95, 11_132, { north: 0.1, west: 179.95, south: -0.1, east: -179.85 }],
  ])('at %d, %d', (lat, lng, radius, rectangle) => {
    expect(rectangleAround({ lat, lng }, radius)).toEqual(rectangle);
  });
});
