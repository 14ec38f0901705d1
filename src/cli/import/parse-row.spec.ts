import { type RecordKindName, recordKinds } from './record-kinds.js';
import { parseRow } from './parse-row.js';
import { placeColumns } from './records/place-schema.js';

function read(kind: RecordKindName, line: unknown): ReturnType<typeof parseRow<object>> {
  return parseRow(Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)), recordKinds[kind].schema);
}

const created = 1679399729700;

/** A valid line of each kind. */
const valid: Readonly<Record<RecordKindName, object>> = {
  categories: { id: 'c', name: 'C' },
  places: { id: 'p', name: 'P' },
  users: { id: 'u', name: 'U' },
  follows: { follower: 'a', following: 'b', created },
  checkins: { user: 'u', place: 'p', created },
  reviews: { id: 'r', user: 'u', place: 'p', created },
};

const notDecimal = (value: unknown): string =>
  `location.lat: ${JSON.stringify(value)} must be a decimal number from -90 to 90`;
const notMoment = (value: unknown): string =>
  `created: ${JSON.stringify(value)} must be a whole number of milliseconds since 1970, in the years 1 to 9999`;
const notDay = (value: string): string => `birth: "${value}" must be an existing date, DD-MM-YYYY`;
const notWeb = (text: string): string => `${JSON.stringify(text)} must be an http or https address, or have no scheme`;
const notWhole = (max: bigint): string => `must be a whole number from 0 to ${max}`;
const incomplete = (field: string): string => `location.${field}: is missing: lat and lng are required together`;
const long = `"${'x'.repeat(79)}…`;
const unstorable = (value: string): string =>
  `name: ${value} holds NUL or half of a surrogate pair, which cannot be stored`;
const maxInteger = 2n ** 31n - 1n;

describe('parseRow rejects', () => {
  it.each([
    ['{"id":', 'is not JSON: Unexpected end of JSON input'],
    ['[]', 'must be an object'],
    ['null', 'must be an object'],
    ['7', 'must be an object'],
    ['{}', 'id: is missing; name: is missing'],
  ])('the line %s', (line, reason) => {
    expect(read('users', line)).toEqual({ rejected: reason });
  });

  it('names the first faults of a line, and counts the rest', () => {
    const line = { id: 'a', name: 'A', subcategories: Array(1000).fill({ id: '1' }) };
    expect(read('categories', line)).toEqual({ rejected: expect.stringMatching(/^([^;]*; ){20}and 980 more faults$/) });
  });

  it.each<[RecordKindName, object, string]>([
    ['users', { id: null, name: '' }, 'id: is missing; name: is empty'],
    ['users', { id: ' ', name: 7 }, 'id: is empty; name: 7 must be a string'],
    ['users', { id: 'Me' }, 'id: "Me" is reserved: the path of this record has another meaning'],
    ['users', { id: ' me ' }, 'id: "me" is reserved: the path of this record has another meaning'],
    ['users', { id: '..' }, 'id: ".." is reserved: the path of this record has another meaning'],
    ['users', { id: 'x'.repeat(201) }, `id: ${long} has 201 characters, more than 200`],
    ['users', { name: 'a\0b' }, unstorable('"a\\u0000b"')],
    ['users', { name: '\ud800' }, unstorable('"\\ud800"')],
    ['users', { email: 'nobody' }, 'email: "nobody" is not an e-mail address'],
    ['users', { password: 7 }, 'password: must be a string'],
    ['users', { password: '[masked]' }, 'password: is [masked]: write the password, or leave the field out'],
    ['users', { password: 's3cr3t!' }, 'password: must have 8 characters or more, without spaces around'],
    ['users', { password: 's3cr3t!'.repeat(143) }, 'password: must have 1,000 characters or fewer'],
    [
      'users',
      { password: 'Password1' },
      'password: is too common: it must not be on the list of common passwords, a repetition or a sequence',
    ],
    [
      'users',
      { password: 'Ana.Souza', email: 'ana.souza@example.org' },
      'password: must not be the e-mail address, nor the part before its @',
    ],
    ['users', { email: '[masked]' }, 'email: "[masked]" is not an e-mail address'],
    ['users', { birth: '1990-05-14' }, notDay('1990-05-14')],
    ['users', { birth: '30-02-1990' }, notDay('30-02-1990')],
    ['users', { birth: '01-01-0000' }, notDay('01-01-0000')],
    ['users', { photos: [] }, 'photos: [] must be an object'],
    ['users', { photos: { small: {} } }, 'photos.small: {} must be a string'],
    [
      'users',
      { photos: { small: 'data:image/png;base64,AA', large: 'https://a' } },
      `photos.small: ${notWeb('data:image/png;base64,AA')}`,
    ],
    ['users', { statistics: { reviews: -1 } }, `statistics.reviews: -1 ${notWhole(maxInteger)}`],
    ['users', { statistics: { photos: 2 ** 31 } }, `statistics.photos: 2147483648 ${notWhole(maxInteger)}`],

    ['places', { id: '京'.repeat(171) }, `id: "${'京'.repeat(79)}… has 513 bytes in UTF-8, more than 512`],
    ['places', { id: 'fields' }, 'id: "fields" is reserved: the path of this record has another meaning'],
    ['places', { id: 'suggest' }, 'id: "suggest" is reserved: the path of this record has another meaning'],
    ['places', { id: 'search' }, 'id: "search" is reserved: the path of this record has another meaning'],
    ['places', { urlService: ' javascript:alert(1)' }, `urlService: ${notWeb(' javascript:alert(1)')}`],
    ['places', { featured: { photo: { medium: 'file:///a' } } }, `featured.photo.medium: ${notWeb('file:///a')}`],
    ['places', { phones: '11' }, 'phones: "11" must be a list'],
    ['places', { phones: ['none'] }, 'phones[0]: "none" must have 1 to 30 digits'],
    ['places', { phones: Array(51).fill('11') }, 'phones: has 51 entries, more than 50'],
    ['places', { location: '0,0' }, 'location: "0,0" must be an object'],
    ['places', { location: { lat: '1' } }, incomplete('lng')],
    ['places', { location: { lng: '1', lat: '' } }, incomplete('lat')],
    ['places', { location: { lat: 'x' } }, `${notDecimal('x')}; ${incomplete('lng')}`],
    ['places', { location: { lat: 0, lng: -180.5 } }, 'location.lng: -180.5 must be a decimal number from -180 to 180'],
    ['places', { categories: ['food'] }, 'categories[0]: "food" must be an object'],
    [
      'places',
      { categories: [{ ...valid.categories, subcategory: { id: 's' } }] },
      'categories[0].subcategory.name: is missing',
    ],
    ['places', { statistics: { rating: '11' } }, 'statistics.rating: "11" must be a decimal number from 0 to 10'],
    ['places', { statistics: { pageviews: 1.5 } }, `statistics.pageviews: 1.5 ${notWhole(2n ** 63n - 1n)}`],
    ['places', { utilities: [{ id: '1' }] }, 'utilities[0].name: is missing'],
    ['places', { placeLists: [{}] }, 'placeLists[0].id: is missing'],
    ['places', { openingHours: 'x'.repeat(1001) }, `openingHours: ${long} has 1001 characters, more than 1000`],
    ['places', { featured: { photo: 'http://x' } }, 'featured.photo: "http://x" must be an object'],

    ['categories', { subcategories: [{ name: 'S' }] }, 'subcategories[0].id: is missing'],

    ['follows', { following: 'a' }, 'follower and following must differ'],
    ['follows', { created: null }, 'created: is missing'],
    ['follows', { created: '1' }, notMoment('1')],
    ['follows', { created: 1.5 }, notMoment(1.5)],
    ['follows', { created: 253402300800000 }, notMoment(253402300800000)],

    ['checkins', { user: undefined, place: undefined }, 'user: is missing; place: is missing'],
    ['reviews', { rating: 'good' }, 'rating: "good" must be a decimal number from 0 to 10'],
    ['reviews', { thumbsUp: '-1' }, `thumbsUp: "-1" ${notWhole(maxInteger)}`],
    ['reviews', { text: 'x'.repeat(10_001) }, `text: ${long} has 10001 characters, more than 10000`],
  ])('%s with %j', (kind, changes, reason) => {
    expect(read(kind, { ...valid[kind], ...changes })).toEqual({ rejected: reason });
  });

  it.each(['90.0001', -91, '+1', '1e1', '1,5', 'NaN', true])('the decimal number %j', (lat) => {
    expect(read('places', { ...valid.places, location: { lat, lng: '1' } })).toEqual({ rejected: notDecimal(lat) });
  });

  it('bytes that are not UTF-8', () => {
    expect(parseRow(Buffer.from([0x22, 0xc3, 0x28, 0x22]), recordKinds.users.schema)).toEqual({
      rejected: 'is not UTF-8',
    });
  });

  it('control characters as escapes', () => {
    const { rejected = '' } = read('users', '\u001b[31mred\u202e') as { rejected?: string };
    expect(rejected).toContain(String.raw`\u001b[31mred\u202e`);
  });

  it('values nested too deeply for JSON.stringify', () => {
    const line = `{"id":"u","name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const reason = /^name: (a value that is nested too deeply to be shown|\[{80}…) must be a string$/;
    expect(read('users', line)).toEqual({ rejected: expect.stringMatching(reason) });
  });
});

describe('parseRow rejects identifiers with characters that nobody sees', () => {
  const lines: [RecordKindName, string, (id: string) => object][] = [
    ['categories', 'id', (id) => ({ id })],
    ['categories', 'subcategories[0].id', (id) => ({ subcategories: [{ id, name: 'S' }] })],
    ['places', 'id', (id) => ({ id })],
    ['places', 'categories[0].id', (id) => ({ categories: [{ id, name: 'C' }] })],
    [
      'places',
      'categories[0].subcategory.id',
      (id) => ({
        categories: [{ id: 'c', name: 'C', subcategory: { id, name: 'S' } }],
      }),
    ],
    ['places', 'placeLists[0].id', (id) => ({ placeLists: [{ id }] })],
    ['places', 'utilities[0].id', (id) => ({ utilities: [{ id, name: 'U' }] })],
    ['places', 'source.name', (name) => ({ source: { name } })],
    ['users', 'id', (id) => ({ id })],
    ['follows', 'follower', (follower) => ({ follower })],
    ['follows', 'following', (following) => ({ following })],
    ...(['checkins', 'reviews'] as const).flatMap((kind) =>
      ['id', 'user', 'place'].map((field): (typeof lines)[number] => [kind, field, (id) => ({ [field]: id })]),
    ),
  ];

  it.each(lines)('%s, %s', (kind, field, changes) => {
    for (const code of [
      '001b',
      '000a',
      '007f',
      '009b',
      '0085',
      '200b',
      '200d',
      '200e',
      '2028',
      '202e',
      '2066',
      'feff',
    ]) {
      const id = `a${String.fromCharCode(Number.parseInt(code, 16))}b`;
      const reason = String.raw`${field}: "a\u${code}b" has control or invisible characters`.replace('\\u000a', '\\n');
      expect(read(kind, { ...valid[kind], ...changes(id) })).toEqual({ rejected: reason });
    }
    expect(read(kind, { ...valid[kind], ...changes('ação/東京 #1 ❤️') })).toHaveProperty('row');
  });
});

describe('parseRow accepts', () => {
  it('a place with every field', () => {
    const result = read('places', {
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
    });
    expect(result).toEqual({
      row: expect.objectContaining({
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
      }),
    });
    // Members that the schema does not name, such as `unknown`, do not become columns.
    const columns = Object.keys('row' in result ? result.row : {});
    expect(columns.sort()).toEqual([...Object.keys(placeColumns), 'categories', 'sourceDetails'].sort());
  });

  it('an identifier of 512 bytes', () => {
    const id = `${'京'.repeat(170)}ab`;
    expect(read('places', { ...valid.places, id })).toMatchObject({ row: { id } });
  });

  it('a place with only an id and a name', () => {
    expect(read('places', { ...valid.places, location: {}, phones: null, categories: null })).toMatchObject({
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
    expect(read('places', { ...valid.places, location: { lat, lng: '1' } })).toMatchObject({ row: { lat: expected } });
  });

  it('a user', () => {
    const line = { ...valid.users, email: 'Ana@example.org', password: ' a secret ', birth: '29-02-2000', gender: 'M' };
    expect(read('users', { ...line, statistics: { reviews: 3 } })).toMatchObject({
      row: { email: 'Ana@example.org', password: ' a secret ', birth: '2000-02-29', reviews: '3', photos: '0' },
    });
  });

  it('a review, a follow, a category', () => {
    expect(read('reviews', { ...valid.reviews, rating: 4, thumbsUp: '7' })).toEqual({
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
    const first = read('checkins', valid.checkins);
    expect(first).toMatchObject({ row: { id: expect.stringMatching(/^c-[0-9a-f]{32}$/) } });
    expect(read('checkins', { created, place: ' p', source: '', user: 'u' })).toEqual(first);
    expect(read('checkins', { ...valid.checkins, created: created + 1 })).not.toEqual(first);
  });
});
