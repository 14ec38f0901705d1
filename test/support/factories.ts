import { type DeepPartial } from 'typeorm';
import { type CheckinEntity } from '../../src/activity/checkin.entity.js';
import { type ReviewEntity } from '../../src/activity/review.entity.js';
import { type UserEntity } from '../../src/users/user.entity.js';
import { type PlaceRecord } from '../../src/places/place-record.js';

let count = 0;

/** A row for each test to override in what it is about; identifiers are unique. */
export function aUser(overrides: DeepPartial<UserEntity> = {}): DeepPartial<UserEntity> & { id: string } {
  const id = overrides.id ?? `user-${++count}`;
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
  const id = overrides.id ?? `place-${++count}`;
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
  overrides: DeepPartial<CheckinEntity> & Pick<CheckinEntity, 'userId' | 'placeId'>,
): DeepPartial<CheckinEntity> {
  return { id: `checkin-${++count}`, source: 'web', created: new Date(1_700_000_000_000 + count), ...overrides };
}

export function aReview(
  overrides: DeepPartial<ReviewEntity> & Pick<ReviewEntity, 'userId' | 'placeId'>,
): DeepPartial<ReviewEntity> {
  return {
    id: `review-${++count}`,
    text: 'Ótimo',
    source: 'web',
    rating: '4',
    thumbsUp: 7,
    created: new Date(1_700_000_000_000 + count),
    ...overrides,
  };
}
