import { boundingBox, feature, featureCollection } from './geojson.js';

describe('boundingBox', () => {
  it.each([
    ['no points', [], undefined],
    ['one point', [[-46.6, -23.5]], [-46.6, -23.5, -46.6, -23.5]],
    ['points of one city', [[-46.6, -23.5], [-46.7, -23.6], [-46.65, -23.4]], [-46.7, -23.6, -46.6, -23.4]], // prettier-ignore
    ['points on both sides of the antimeridian', [[178.4, -18.1], [-171.8, -13.8]], [178.4, -18.1, -171.8, -13.8]], // prettier-ignore
    ['points around the world', [[-120, 1], [0, 2], [110, 3]], [-120, 1, 110, 3]], // prettier-ignore
    ['points on the antimeridian', [[180, 0], [-180, 0]], [180, 0, -180, 0]], // prettier-ignore
  ])('of %s', (_, points, expected) => {
    expect(boundingBox(points.map(([lng = 0, lat = 0]) => ({ lat, lng })))).toEqual(expected);
  });
});
describe('feature', () => {
  it('has the position in the order of GeoJSON, and the id of its record', () => {
    expect(feature({ value: { id: 'masp', name: 'MASP' }, position: { lat: -23.5, lng: -46.6 } })).toEqual({
      type: 'Feature',
      id: 'masp',
      geometry: { type: 'Point', coordinates: [-46.6, -23.5] },
      properties: { id: 'masp', name: 'MASP' },
    });
  });

  it('has an attribution if it is given', () => {
    const of = (attribution?: string) => feature({ value: { id: 'a' }, position: undefined, attribution });
    expect(of('By all.')).toHaveProperty('attribution', 'By all.');
    expect(of()).not.toHaveProperty('attribution');
  });

  it('has no geometry without a position', () => {
    expect(feature({ value: { id: 'a' }, position: undefined }).geometry).toBeNull();
  });
});
describe('featureCollection', () => {
  it('has a box around its features, and the members of the list', () => {
    const located = [
      { value: { id: 'a' }, position: { lat: 1, lng: 2 } },
      { value: { id: 'b' }, position: undefined },
    ];
    expect(featureCollection(located, { header: { found: 2 } })).toEqual({
      type: 'FeatureCollection',
      bbox: [2, 1, 2, 1],
      header: { found: 2 },
      features: located.map(feature),
    });
  });

  it('has no bbox if no feature has a position', () => {
    const collection = featureCollection([{ value: { id: 'a' }, position: undefined }], { header: { found: 1 } });
    expect(Object.keys(collection)).toEqual(['type', 'header', 'features']);
  });
});
