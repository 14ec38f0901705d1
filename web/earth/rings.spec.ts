import { type Position } from 'geojson';
import { flat } from './rings.js';

const polygon = (...ring: Position[]) => ({ type: 'Polygon' as const, coordinates: [ring] });

describe('flat', () => {
  it('leaves alone what crosses nothing', () => {
    const given = polygon([0, 0], [10, 0], [10, 10], [0, 0]);
    expect(flat(given)).toEqual([given]);
  });

  it('draws what goes over the antimeridian on both sides, without a line around the world', () => {
    const given = polygon([170, 60], [-170, 60], [-170, 70], [170, 70], [170, 60]);
    expect(flat(given)).toEqual([
      polygon([170, 60], [190, 60], [190, 70], [170, 70], [170, 60]),
      polygon([-190, 60], [-170, 60], [-170, 70], [-190, 70], [-190, 60]),
    ]);
  });

  it('closes what goes around a pole along the edge of the map', () => {
    const [antarctica] = flat(polygon([-120, -70], [0, -75], [120, -70], [-120, -70]));
    expect(antarctica?.coordinates[0]?.slice(3)).toEqual([
      [240, -70],
      [240, -85.06],
      [-120, -85.06],
      [-120, -70],
    ]);
  });
});
