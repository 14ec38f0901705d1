import { type PlaceRecord } from '../../src/places/place.js';

type UserTexts = 'email' | 'passwordHash' | 'birth' | 'gender' | `photo${'Small' | 'Medium' | 'Large' | 'Original'}`;

/** Rows of the tables of these names. Their members are the columns in camelCase. */
export type UserFields = { id: string; name: string; disabled: Date | null } & Record<UserTexts, string | null> &
  Record<'reviews' | 'places' | 'photos' | 'checkins', number>;

export interface FollowFields {
  followerId: string;
  followingId: string;
  created: Date;
}

export interface CheckinFields {
  id: string;
  userId: string;
  placeId: string;
  source: string | null;
  created: Date;
}

export interface ReviewFields extends CheckinFields {
  text: string | null;
  rating: string | null;
  thumbsUp: number | null;
}

let count = 0;

/** Sorts by text as by number: suites may run after others that made any number of rows. */
const newId = (kind: string): string => `${kind}-${String(++count).padStart(6, '0')}`;

/** A row for each test to override in what it is about; identifiers are unique. */
export function aUser(overrides: Partial<UserFields> = {}): Partial<UserFields> & { id: string } {
  const id = overrides.id ?? newId('user');
  return {
    name: `Name of ${id}`,
    email: `${id}@example.com`,
    birth: '1988-04-14',
    gender: 'F',
    photoSmall: `https://img.example.org/${id}/small.jpg`,
    photoMedium: `https://img.example.org/${id}/medium.jpg`,
    photoLarge: `https://img.example.org/${id}/large.jpg`,
    photoOriginal: `https://img.example.org/${id}/original.jpg`,
    reviews: 1,
    places: 2,
    photos: 3,
    checkins: 4,
    ...overrides,
    id,
  };
}

export function aPlace(overrides: Partial<PlaceRecord> = {}): PlaceRecord {
  const id = overrides.id ?? newId('place');
  return {
    name: `Place ${id}`,
    phones: ['551132515644'],
    urlService: `https://places.example.org/${id}`,
    address: {
      country: 'BR',
      state: 'SP',
      city: 'São Paulo',
      district: 'Bela Vista',
      street: 'Avenida Paulista',
      number: '1578',
      zipcode: '01310-200',
    },
    location: { lat: '-23.561414', lng: '-46.655881' },
    categories: [{ id: '4', name: 'Museus', subcategory: { id: '401', name: 'Museu de Arte' } }],
    statistics: { pageviews: '100', rating: '4.5', reviews: '2', checkins: '3', photos: '4' },
    ...overrides,
    id,
  };
}

export function aCheckin(
  overrides: Partial<CheckinFields> & Pick<CheckinFields, 'userId' | 'placeId'>,
): Partial<CheckinFields> {
  return { id: newId('checkin'), source: 'web', created: new Date(1_700_000_000_000 + count), ...overrides };
}

export function aReview(
  overrides: Partial<ReviewFields> & Pick<ReviewFields, 'userId' | 'placeId'>,
): Partial<ReviewFields> {
  return {
    id: newId('review'),
    text: 'Ótimo',
    source: 'web',
    rating: '4',
    thumbsUp: 7,
    created: new Date(1_700_000_000_000 + count),
    ...overrides,
  };
}
