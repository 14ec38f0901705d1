import { type RecordKindName, recordKinds } from './record-kinds.js';
import { parseRow } from './parse-row.js';

function read(kind: RecordKindName, line: unknown): ReturnType<typeof parseRow<object>> {
  return parseRow(Buffer.from(JSON.stringify(line)), recordKinds[kind].schema);
}

const aPlace = { id: 'p', name: 'P' };
const aUser = { id: 'u', name: 'U' };
const created = 1679399729700;
const decimalPlace = (lat: unknown): unknown => ({ ...aPlace, location: { lat, lng: '1' } });

describe('parseRow accepts', () => {
  it('a place with every field', () => {
    expect(
      read('places', {
        id: ' p ',
        link: { rel: 'self', uri: 'http://localhost/v2/places/p' },
        name: ' Casa ',
        phones: ['+55 (11) 3251-5644', '551132515644', 12],
        urlService: 'https://example.org',
        address: { country: 'BR', city: ' São Paulo ', district: '', planet: 'Earth' },
        location: { lat: '-23.5600', lng: -46.5 },
        categories: [
          { id: '1', name: 'Food', link: {}, subcategory: { id: '2', name: 'Pizza' } },
          { id: '1', name: 'Food', subcategory: { id: '2', name: 'Pizza' } },
          { id: '1', name: 'Food', subcategory: null },
        ],
        statistics: { pageviews: '34', rating: '4.0', reviews: 2, checkins: '007' },
        featured: { photo: { medium: 'https://example.org/p.jpg' } },
        placeLists: [{ id: 'l' }, { id: 'l' }],
        utilities: [{ id: 'w', name: 'Wi-Fi' }],
        openingHours: 'Mo-Fr 08:00-18:00',
        unknown: true,
      }),
    ).toEqual({
      row: {
        id: 'p',
        name: 'Casa',
        phones: ['551132515644', '12'],
        url_service: 'https://example.org',
        country: 'BR',
        state: null,
        city: 'São Paulo',
        district: null,
        street: null,
        number: null,
        zipcode: null,
        lat: '-23.5600',
        lng: '-46.5',
        pageviews: '34',
        rating: '4.0',
        reviews: '2',
        checkins: '7',
        photos: null,
        featured_photo: 'https://example.org/p.jpg',
        place_lists: ['l'],
        utilities: [{ id: 'w', name: 'Wi-Fi' }],
        opening_hours: 'Mo-Fr 08:00-18:00',
        categories: [
          { id: '1', name: 'Food', subcategory: { id: '2', name: 'Pizza' } },
          { id: '1', name: 'Food', subcategory: null },
        ],
      },
    });
  });

  it('an identifier of 512 bytes', () => {
    const id = `${'京'.repeat(170)}ab`;
    expect(read('places', { ...aPlace, id })).toMatchObject({ row: { id } });
  });

  it('a place with only an id and a name', () => {
    expect(read('places', { ...aPlace, location: {}, phones: null, categories: null })).toMatchObject({
      row: { phones: [], lat: null, lng: null, categories: [], utilities: [], place_lists: [] },
    });
  });

  it.each([
    [0.0000001, '0.0000001'],
    [-0.5, '-0.5'],
    ['-0', '-0'],
    ['90', '90'],
    [' 1.50 ', '1.50'],
  ])('the decimal number %j as %s', (lat, expected) => {
    expect(read('places', decimalPlace(lat))).toMatchObject({ row: { lat: expected } });
  });

  it('a user', () => {
    const line = { ...aUser, email: 'Ana@example.org', password: ' secret ', birth: '29-02-2000', gender: 'M' };
    expect(read('users', { ...line, statistics: { reviews: 3 } })).toMatchObject({
      row: { email: 'Ana@example.org', password: ' secret ', birth: '2000-02-29', reviews: '3', photos: '0' },
    });
  });

  it('a review, a follow, a category', () => {
    const review = { id: 'r', user: 'u', place: 'p', rating: 4, thumbsUp: '7', created };
    expect(read('reviews', review)).toEqual({
      row: {
        id: 'r',
        user_id: 'u',
        place_id: 'p',
        text: null,
        source: null,
        rating: '4',
        thumbs_up: '7',
        created: '2023-03-21T11:55:29.700Z',
      },
    });
    expect(read('follows', { follower: 'a', following: 'b', created: 0 })).toEqual({
      row: { follower_id: 'a', following_id: 'b', created: '1970-01-01T00:00:00.000Z' },
    });
    expect(read('categories', { id: 'c', name: ' C ' })).toEqual({ row: { id: 'c', name: 'C', subcategories: [] } });
  });

  it('a check-in without an identifier, which gets a stable one', () => {
    const line = { user: 'u', place: 'p', created };
    const first = read('checkins', line);
    expect(first).toMatchObject({ row: { id: expect.stringMatching(/^c-[0-9a-f]{32}$/) } });
    expect(read('checkins', { created, place: ' p', source: '', user: 'u' })).toEqual(first);
    expect(read('checkins', { ...line, created: created + 1 })).not.toEqual(first);
  });
});
