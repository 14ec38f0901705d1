import { type RecordKindName, recordKinds } from './record-kinds.js';
import { parseRow } from './parse-row.js';

function read(kind: RecordKindName, line: unknown): ReturnType<typeof parseRow<object>> {
  return parseRow(Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)), recordKinds[kind].schema);
}

const aPlace = { id: 'p', name: 'P' };
const aUser = { id: 'u', name: 'U' };
const created = 1679399729700;
const decimalPlace = (lat: unknown): unknown => ({ ...aPlace, location: { lat, lng: '1' } });

const notDecimal = (value: unknown): string =>
  `location.lat: ${JSON.stringify(value)} must be a decimal number from -90 to 90`;
const notMoment = (value: unknown): string =>
  `created: ${JSON.stringify(value)} must be a whole number of milliseconds since 1970, in the years 1 to 9999`;
const notDay = (value: string): string => `birth: "${value}" must be an existing date, DD-MM-YYYY`;
const long = `"${'x'.repeat(79)}…`;
const unstorable = (value: string): string =>
  `name: ${value} holds NUL or half of a surrogate pair, which cannot be stored`;

describe('parseRow rejects', () => {
  it.each<[RecordKindName, unknown, string]>([
    ['users', '{"id":', 'is not JSON: Unexpected end of JSON input'],
    ['users', '[]', 'must be an object'],
    ['users', 'null', 'must be an object'],
    ['users', '7', 'must be an object'],

    ['users', {}, 'id: is missing; name: is missing'],
    ['users', { id: null, name: '' }, 'id: is missing; name: is empty'],
    ['users', { id: ' ', name: 7 }, 'id: is empty; name: 7 must be a string'],
    ['users', { ...aUser, id: 'me' }, 'id: "me" is reserved'],
    ['users', { ...aUser, id: ' me ' }, 'id: "me" is reserved'],
    ['users', { ...aUser, id: '..' }, 'id: ".." is reserved'],
    ['users', { ...aUser, id: 'x'.repeat(201) }, `id: ${long} has 201 characters, more than 200`],
    ['places', { ...aPlace, id: '京'.repeat(171) }, `id: "${'京'.repeat(79)}… has 513 bytes in UTF-8, more than 512`],
    ['users', '{"id":"u","name":"a\\u0000b"}', unstorable('"a\\u0000b"')],
    ['users', '{"id":"u","name":"\\ud800"}', unstorable('"\\ud800"')],
    ['users', { ...aUser, email: 'nobody' }, 'email: "nobody" is not an e-mail address'],
    ['users', { ...aUser, password: 7 }, 'password: must be a string'],
    ['users', { ...aUser, birth: '1990-05-14' }, notDay('1990-05-14')],
    ['users', { ...aUser, birth: '30-02-1990' }, notDay('30-02-1990')],
    ['users', { ...aUser, birth: '01-01-0000' }, notDay('01-01-0000')],
    ['users', { ...aUser, photos: [] }, 'photos: [] must be an object'],
    ['users', { ...aUser, photos: { small: {} } }, 'photos.small: {} must be a string'],
    [
      'users',
      { ...aUser, statistics: { reviews: -1 } },
      'statistics.reviews: -1 must be a whole number from 0 to 2147483647',
    ],
    [
      'users',
      { ...aUser, statistics: { photos: 2 ** 31 } },
      'statistics.photos: 2147483648 must be a whole number from 0 to 2147483647',
    ],

    ['places', { ...aPlace, id: 'fields' }, 'id: "fields" is reserved'],
    ['places', { ...aPlace, id: 'suggest' }, 'id: "suggest" is reserved'],
    ['places', { ...aPlace, id: 'search' }, 'id: "search" is reserved'],
    ['places', { ...aPlace, phones: '11' }, 'phones: "11" must be a list'],
    ['places', { ...aPlace, phones: ['none'] }, 'phones[0]: "none" must have 1 to 30 digits'],
    ['places', { ...aPlace, phones: Array(51).fill('11') }, 'phones: has 51 entries, more than 50'],
    ['places', { ...aPlace, location: '0,0' }, 'location: "0,0" must be an object'],
    ['places', { ...aPlace, location: { lat: '1' } }, 'location.lng: is missing: lat and lng are required together'],
    [
      'places',
      { ...aPlace, location: { lng: '1', lat: '' } },
      'location.lat: is missing: lat and lng are required together',
    ],
    [
      'places',
      { ...aPlace, location: { lat: 'x' } },
      `${notDecimal('x')}; location.lng: is missing: lat and lng are required together`,
    ],
    ['places', decimalPlace('90.0001'), notDecimal('90.0001')],
    ['places', decimalPlace(-91), notDecimal(-91)],
    ['places', decimalPlace('+1'), notDecimal('+1')],
    ['places', decimalPlace('1e1'), notDecimal('1e1')],
    ['places', decimalPlace('1,5'), notDecimal('1,5')],
    ['places', decimalPlace('NaN'), notDecimal('NaN')],
    ['places', decimalPlace(true), notDecimal(true)],
    [
      'places',
      { ...aPlace, location: { lat: 0, lng: -180.5 } },
      'location.lng: -180.5 must be a decimal number from -180 to 180',
    ],
    ['places', { ...aPlace, categories: ['food'] }, 'categories[0]: "food" must be an object'],
    [
      'places',
      { ...aPlace, categories: [{ id: 'c', name: 'C', subcategory: { id: 's' } }] },
      'categories[0].subcategory.name: is missing',
    ],
    [
      'places',
      { ...aPlace, statistics: { rating: '11' } },
      'statistics.rating: "11" must be a decimal number from 0 to 10',
    ],
    [
      'places',
      { ...aPlace, statistics: { pageviews: 1.5 } },
      `statistics.pageviews: 1.5 must be a whole number from 0 to ${2n ** 63n - 1n}`,
    ],
    ['places', { ...aPlace, utilities: [{ id: '1' }] }, 'utilities[0].name: is missing'],
    ['places', { ...aPlace, placeLists: [{}] }, 'placeLists[0].id: is missing'],
    [
      'places',
      { ...aPlace, openingHours: 'x'.repeat(1001) },
      `openingHours: ${long} has 1001 characters, more than 1000`,
    ],
    ['places', { ...aPlace, featured: { photo: 'http://x' } }, 'featured.photo: "http://x" must be an object'],

    ['categories', { id: 'c', name: 'C', subcategories: [{ name: 'S' }] }, 'subcategories[0].id: is missing'],

    ['follows', { follower: 'a', following: 'a', created }, 'follower and following must differ'],
    ['follows', { follower: 'a', following: 'b' }, 'created: is missing'],
    ['follows', { follower: 'a', following: 'b', created: '1' }, notMoment('1')],
    ['follows', { follower: 'a', following: 'b', created: 1.5 }, notMoment(1.5)],
    ['follows', { follower: 'a', following: 'b', created: 253402300800000 }, notMoment(253402300800000)],

    ['checkins', { created }, 'user: is missing; place: is missing'],
    [
      'reviews',
      { id: 'r', user: 'u', place: 'p', created, rating: 'good' },
      'rating: "good" must be a decimal number from 0 to 10',
    ],
    [
      'reviews',
      { id: 'r', user: 'u', place: 'p', created, thumbsUp: '-1' },
      'thumbsUp: "-1" must be a whole number from 0 to 2147483647',
    ],
    [
      'reviews',
      { id: 'r', user: 'u', place: 'p', created, text: 'x'.repeat(10_001) },
      `text: ${long} has 10001 characters, more than 10000`,
    ],
  ])('%s %j', (kind, line, reason) => {
    expect(read(kind, line)).toEqual({ rejected: reason });
  });

  it('bytes that are not UTF-8', () => {
    expect(parseRow(Buffer.from([0x22, 0xc3, 0x28, 0x22]), recordKinds.users.schema)).toEqual({
      rejected: 'is not UTF-8',
    });
  });

  it('control characters without repeating them', () => {
    expect(JSON.stringify(read('users', '\u001b[31mred'))).not.toContain('u001b');
  });

  it('values nested too deeply for JSON.stringify', () => {
    const line = `{"id":"u","name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const reason = /^name: (a value that is nested too deeply to be shown|\[{80}…) must be a string$/;
    expect(read('users', line)).toEqual({ rejected: expect.stringMatching(reason) });
  });
});
