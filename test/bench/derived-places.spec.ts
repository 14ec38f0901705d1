import { derivedPlaces } from '../../bench/places.js';

const originals = ['Hope Fire Station', 'Mercado'].map((name, at) =>
  JSON.stringify({
    id: `o${at}`,
    name,
    phones: ['1'],
    location: { lat: '41.5', lng: '-71.5' },
    statistics: { photos: '0' },
  }),
);

describe('derived places', () => {
  it('are the same for the same seed, and others for another', () => {
    const [first, again, other] = [7, 7, 8].map((seed) => [...derivedPlaces(originals, 50, seed)]);
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('each have an identifier and a position of their own, and what is not varied of their original', () => {
    const places = [...derivedPlaces(originals, 2000, 1)].map(
      (line) => JSON.parse(line) as { id: string; location: { lat: string; lng: string }; statistics: object },
    );
    expect(new Set(places.map(({ id }) => id)).size).toBe(2000);
    expect(new Set(places.map(({ location }) => `${location.lat},${location.lng}`)).size).toBe(2000);
    expect(
      places.every(({ location: { lat, lng } }) => Math.abs(Number(lat)) <= 90 && Math.abs(Number(lng)) <= 180),
    ).toBe(true);
    expect(places.at(-1)?.statistics).toEqual({ photos: '0' });
  });
});
