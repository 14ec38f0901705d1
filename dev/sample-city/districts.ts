/** The middles of the districts of Providence, by eye. */
const middles: Readonly<Record<string, readonly [lat: number, lng: number]>> = {
  Blackstone: [41.841, -71.389],
  Charles: [41.853, -71.411],
  'College Hill': [41.829, -71.401],
  Downtown: [41.8236, -71.412],
  Elmhurst: [41.843, -71.439],
  Elmwood: [41.8, -71.423],
  'Federal Hill': [41.822, -71.427],
  'Fox Point': [41.8185, -71.397],
  Hartford: [41.818, -71.459],
  Hope: [41.85, -71.396],
  'Lower South Providence': [41.806, -71.41],
  Manton: [41.823, -71.464],
  'Mount Hope': [41.84, -71.402],
  'Mount Pleasant': [41.833, -71.448],
  Olneyville: [41.817, -71.444],
  Reservoir: [41.795, -71.439],
  'Silver Lake': [41.808, -71.456],
  'Smith Hill': [41.8325, -71.42],
  'South Elmwood': [41.785, -71.419],
  'Upper South Providence': [41.813, -71.415],
  Valley: [41.827, -71.439],
  Wanskuck: [41.851, -71.424],
  'Washington Park': [41.79, -71.402],
  Wayland: [41.827, -71.39],
  'West End': [41.8135, -71.432],
};

/** A degree of longitude in degrees of latitude, in Providence. */
const NARROWER = Math.cos((41.82 * Math.PI) / 180);

/** The district whose middle is nearest: near enough for a demonstration. */
export function districtAt({ lat, lng }: { readonly lat: string; readonly lng: string }): string | undefined {
  const distance = ([middleLat, middleLng]: readonly [number, number]): number =>
    Math.hypot(Number(lat) - middleLat, (Number(lng) - middleLng) * NARROWER);
  return Object.entries(middles).sort(([, a], [, b]) => distance(a) - distance(b))[0]?.[0];
}
