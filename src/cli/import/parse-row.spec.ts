import { type RecordKindName } from './record-kinds.js';
import { type ParsedRow } from './parse-row.js';
import { placeColumns } from './records/place-schema.js';
import { recordLineReader } from './row-reader.js';

function read(kind: RecordKindName, line: unknown): ParsedRow<object> {
  const bytes = Buffer.isBuffer(line) ? line : Buffer.from(typeof line === 'string' ? line : JSON.stringify(line));
  return recordLineReader(kind).parse(bytes);
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

describe('the names of a place', () => {
  const parsed = (names: unknown) => {
    const result = read('places', { id: 'p', name: 'P', names });
    const row = 'row' in result ? (result.row as { names: unknown }) : undefined;
    return { names: row?.names, faults: 'faults' in result ? result.faults.map(({ member }) => member) : undefined };
  };

  it.each([
    [undefined, null],
    [[], null],
    [{}, null],
    [[{ text: 'P' }], null],
    [[{ text: 'P', language: 'PT-br' }], [{ text: 'P', language: 'pt-BR' }]],
    [[{ text: ' Q ' }, { text: 'Q', language: '' }], [{ text: 'Q' }]],
    [{ pt: 'Q' }, [{ text: 'Q', language: 'pt' }]],
    [[{ type: 'old', language: 'de', text: 'Q' }], [{ text: 'Q', language: 'de', type: 'old' }]],
  ])('%j', (given, names) => {
    expect(parsed(given)).toEqual({ names, faults: undefined });
  });

  it.each([
    ['Q', null, ['names']],
    [{ etymology: 'Q' }, [{ text: 'Q' }], ['names[0].language']],
    [{ pt: 7 }, null, ['names[0].text']],
    [[{ text: 'Q', type: 'nick' }], [{ text: 'Q' }], ['names[0].type']],
  ])('reports what is invalid: %j', (given, names, faults) => {
    expect(parsed(given)).toEqual({ names, faults });
  });

  it('keeps the first 200', () => {
    const { names, faults } = parsed(Array.from({ length: 201 }, (_, at) => ({ text: `Q${at}` })));
    expect([(names as unknown[]).length, faults]).toEqual([200, ['names']]);
  });
});

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
    ['places', { location: '0,0' }, 'location: "0,0" must be an object'],
    ['places', { location: { lat: '1' } }, incomplete('lng')],
    ['places', { location: { lng: '1', lat: '' } }, incomplete('lat')],
    ['places', { location: { lat: 'x' } }, `${notDecimal('x')}; ${incomplete('lng')}`],
    ['places', { location: { lat: 0, lng: -180.5 } }, 'location.lng: -180.5 must be a decimal number from -180 to 180'],
    ['categories', { subcategories: [{ name: 'S' }] }, 'subcategories[0].id: is missing'],

    ['follows', { following: 'a' }, 'follower and following must differ'],
    ['follows', { created: null }, 'created: is missing'],
    ['follows', { created: '1' }, notMoment('1')],
    ['follows', { created: 1.5 }, notMoment(1.5)],
    ['follows', { created: 253402300800000 }, notMoment(253402300800000)],

    ['checkins', { user: undefined, place: undefined }, 'user: is missing; place: is missing'],
    ['reviews', { rating: 'good' }, 'rating: "good" must be a decimal number from 0 to 5'],
    ['reviews', { rating: 10 }, 'rating: 10 must be a decimal number from 0 to 5'],
    ['reviews', { thumbsUp: '-1' }, `thumbsUp: "-1" ${notWhole(maxInteger)}`],
    ['reviews', { text: 'x'.repeat(10_001) }, `text: ${long} has 10001 characters, more than 10000`],
  ])('%s with %j', (kind, changes, reason) => {
    expect(read(kind, { ...valid[kind], ...changes })).toEqual({ rejected: reason });
  });

  it.each(['90.0001', -91, '+1', '1e1', '1,5', 'NaN', true])('the decimal number %j', (lat) => {
    expect(read('places', { ...valid.places, location: { lat, lng: '1' } })).toEqual({ rejected: notDecimal(lat) });
  });

  it('bytes that are not UTF-8', () => {
    expect(read('users', Buffer.from([0x22, 0xc3, 0x28, 0x22]))).toEqual({
      rejected: 'is not UTF-8',
    });
  });

  it('control characters as escapes', () => {
    const { rejected = '' } = read('places', '\u001b[31mred\u202e') as { rejected?: string };
    expect(rejected).toContain(String.raw`\u001b[31mred\u202e`);
  });

  it('values nested too deeply for JSON.stringify', () => {
    const line = `{"id":"u","name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const reason = /^name: (a value that is nested too deeply to be shown|\[{80}…) must be a string$/;
    expect(read('users', line)).toEqual({ rejected: expect.stringMatching(reason) });
  });
});

describe('identifiers with characters that nobody sees reject the line, or are left out of a place', () => {
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

  const resultOf = (kind: RecordKindName, member: string, value: string): object => {
    const reason = 'has control or invisible characters';
    if (kind === 'places' && member !== 'id') return { row: expect.anything(), faults: [{ member, value, reason }] };
    const code = value.charCodeAt(1).toString(16).padStart(4, '0');
    return { rejected: `${member}: "a${code === '000a' ? '\\n' : `\\u${code}`}b" ${reason}` };
  };

  it.each(lines)('%s, %s', (kind, field, changes) => {
    for (const code of '001b 000a 007f 009b 0085 200b 200d 200e 2028 202e 2066 feff'.split(' ')) {
      const id = `a${String.fromCharCode(Number.parseInt(code, 16))}b`;
      expect(read(kind, { ...valid[kind], ...changes(id) })).toEqual(resultOf(kind, field, id));
    }
    expect(read(kind, { ...valid[kind], ...changes('ação/東京 #1 ❤️') })).toHaveProperty('row');
  });
});

describe('optional members of a place', () => {
  const notWeb = 'must be an http or https address, or have no scheme';
  it.each<[object, string, unknown, string]>([
    [{ urlService: ' javascript:alert(1)' }, 'urlService', ' javascript:alert(1)', 'is no web address'],
    [{ urlService: 'info@example.com' }, 'urlService', 'info@example.com', 'is no web address'],
    [{ featured: { photo: { medium: 'file:///a' } } }, 'featured.photo.medium', 'file:///a', notWeb],
    [{ featured: { photo: 'http://x' } }, 'featured.photo', 'http://x', 'must be an object'],
    [{ phones: '11' }, 'phones', '11', 'must be a list'],
    [{ phones: ['none'] }, 'phones[0]', 'none', 'holds no telephone number'],
    [{ phones: [null] }, 'phones[0]', null, 'is missing'],
    [{ categories: ['food'] }, 'categories[0]', 'food', 'must be an object'],
    [{ categories: [{ name: 'Food' }] }, 'categories[0].id', undefined, 'is missing'],
    [{ categories: [{ id: {}, name: 'Food' }] }, 'categories[0].id', {}, 'must be a string'],
    [{ statistics: { rating: '11' } }, 'statistics.rating', '11', 'must be a decimal number from 0 to 5'],
    [
      { statistics: { pageviews: 1.5 } },
      'statistics.pageviews',
      1.5,
      `must be a whole number from 0 to ${2n ** 63n - 1n}`,
    ],
    [{ statistics: 7 }, 'statistics', 7, 'must be an object'],
    [{ utilities: [{ id: '1' }] }, 'utilities[0].name', undefined, 'is missing'],
    [{ placeLists: [{}] }, 'placeLists[0].id', undefined, 'is missing'],
    [
      { openingHours: 'x'.repeat(1001) },
      'openingHours',
      'x'.repeat(1001),
      expect.stringMatching('more than 1000') as string,
    ],
    [{ address: { city: '\u0000' } }, 'address.city', '\u0000', expect.stringMatching('cannot be stored') as string],
    [
      { source: { name: 'S', license: 'x' } },
      'source.license',
      'x',
      expect.stringMatching('must be a whole') as string,
    ],
  ])('are left out if they are invalid: %j', (changes, member, value, reason) => {
    const without = read('places', { ...valid.places, ...('source' in changes && { source: 'S' }) });
    expect(read('places', { ...valid.places, ...changes })).toEqual({
      ...without,
      faults: [{ member, value, reason }],
    });
  });

  it.each([
    [0, 0],
    ['0.000', '-0'],
    ['0', 0],
  ])('are a location, but not 0, 0: %j, %j', (lat, lng) => {
    expect(read('places', { ...valid.places, location: { lat, lng } })).toEqual({
      row: expect.objectContaining({ id: 'p', lat: null, lng: null }),
      faults: [{ member: 'location', value: '0, 0', reason: 'is what programs write for no position' }],
    });
    const near = { row: expect.objectContaining({ lat: String(lat), lng: '0.5' }) };
    expect(read('places', { ...valid.places, location: { lat, lng: '0.5' } })).toEqual(near);
  });

  it('are left out one by one', () => {
    const line = {
      ...valid.places,
      phones: ['none', '1133334444', null, 'fax 11 3333-5555'],
      categories: [{ id: '1' }, { id: '2', name: 'Food', subcategory: { id: 's' } }, 'x'],
      address: { city: 7, country: 'BR' },
    };
    expect(read('places', line)).toEqual({
      row: expect.objectContaining({
        ...{ phones: ['1133334444'], city: null, country: 'BR' },
        categories: [{ id: '2', name: 'Food' }],
      }),
      faults: [
        expect.objectContaining({ member: 'phones[2]' }),
        expect.objectContaining({ member: 'address.city', value: 7, reason: 'must be a string' }),
        expect.objectContaining({ member: 'categories[0].name' }),
        expect.objectContaining({ member: 'categories[1].subcategory.name' }),
        expect.objectContaining({ member: 'categories[2]', value: 'x' }),
        expect.objectContaining({ member: 'phones[0]', value: 'none' }),
        expect.objectContaining({ member: 'phones[2]', reason: 'is a fax number' }),
      ],
    });
  });

  it('keep the first entries of a list that is too long', () => {
    const phones = Array.from({ length: 51 }, (_, index) => String(1_133_330_000 + index));
    expect(read('places', { ...valid.places, phones })).toEqual({
      row: expect.objectContaining({ phones: phones.slice(0, 50) }),
      faults: [{ member: 'phones', value: expect.anything(), reason: 'has 51 entries, more than 50' }],
    });
  });

  it('do not save a line whose required members are invalid', () => {
    const line = { name: 'P', phones: 'none', location: { lat: '91', lng: '0' } };
    expect(read('places', line)).toEqual({
      rejected: `id: is missing; phones: "none" must be a list; ${notDecimal('91')}`,
    });
  });

  it.each([
    ['Mo-Fr 08:00-18:00', undefined],
    ['24/7', undefined],
    ['Mo-Fr 08:00-12:00,13:00-18:00; Sa 09:00-13:00; Su off', undefined],
    ['Jan-Mar Mo 10:00-12:00 open "nur mit Termin"', undefined],
    ['tbd', 'cannot be read with certainty, so searches do not find the place open'],
    ['Mo-Fr 25:00-26:00', 'cannot be read with certainty, so searches do not find the place open'],
    ['Mo-Su,PH 10:00-20:00', 'cannot be read with certainty, so searches do not find the place open'],
    ['Mon-Fri 9am-5pm', "is not in OpenStreetMap's syntax, so it may be misread"],
  ])('keep the opening hours %j', (openingHours, reason) => {
    const fault = { member: 'openingHours', value: openingHours, isKept: true, reason };
    expect(read('places', { ...valid.places, openingHours })).toEqual({
      row: expect.objectContaining({ opening_hours: openingHours }),
      ...(reason !== undefined && { faults: [fault] }),
    });
  });

  it.each(['1', '12', '123456789012345678901234567890', '55113333444494287277'])(
    'keep the digits of a telephone number as an export writes them: %s',
    (digits) => {
      expect(read('places', { ...valid.places, phones: [digits] })).toEqual({
        row: expect.objectContaining({ phones: [digits] }),
      });
    },
  );

  it('are read by the country of the place, which may be a name', () => {
    const line = {
      ...valid.places,
      phones: ['+49 30 / 1234567', '030 1234567/68'],
      address: { country: 'Deutschland' },
    };
    expect(read('places', line)).toEqual({
      row: expect.objectContaining({ phones: ['49301234567', '0301234567', '0301234568'] }),
    });
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
    expect(columns.sort()).toEqual([...placeColumns, 'categories', 'sourceDetails'].sort());
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

  it.each(['follows', 'checkins', 'reviews'] as const)('a time in seconds in %s, with a warning', (kind) => {
    const seconds = 1_679_399_729;
    const reason = 'is before 1973 in milliseconds since 1970: is it in seconds?';
    expect(read(kind, { ...valid[kind], created: seconds })).toEqual({
      row: expect.objectContaining({ created: '1970-01-20T10:29:59.729Z' }),
      faults: [{ member: 'created', value: seconds, reason, isKept: true }],
    });
    expect(read(kind, { ...valid[kind], created: 100_000_000_000 })).not.toHaveProperty('faults');
  });

  it('a check-in without an identifier, which gets a stable one', () => {
    const first = read('checkins', valid.checkins);
    expect(first).toMatchObject({ row: { id: expect.stringMatching(/^c-[0-9a-f]{32}$/) } });
    expect(read('checkins', { created, place: ' p', source: '', user: 'u' })).toEqual(first);
    expect(read('checkins', { ...valid.checkins, created: created + 1 })).not.toEqual(first);
  });
});
