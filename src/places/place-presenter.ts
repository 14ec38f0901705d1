import { type z } from 'zod';
import { type Links } from '../http/response/links.js';
import { type PlaceRecord } from './place-record.js';
import { type placeSchema } from './place-schema.js';

/**
 * A place with all its fields, in the order of the interface (section 2.5).
 *
 * @param distance metres from the centre of the search, shown as whole metres
 */
export function presentPlace(record: PlaceRecord, links: Links, distance?: number): z.output<typeof placeSchema> {
  const { address, location, statistics, featured } = record;
  return {
    id: record.id,
    link: links.place(record.id),
    name: record.name,
    phones: record.phones,
    urlService: record.urlService,
    address: address && {
      country: address.country,
      state: address.state,
      city: address.city,
      district: address.district,
      street: address.street,
      number: address.number,
      zipcode: address.zipcode,
    },
    location: location && {
      lat: location.lat,
      lng: location.lng,
      distance: distance === undefined ? undefined : String(Math.round(distance)),
    },
    categories: record.categories.map(({ id, name, subcategory }) => ({
      id,
      name,
      link: links.category(id),
      subcategory: subcategory && { id: subcategory.id, name: subcategory.name },
    })),
    statistics: statistics && {
      pageviews: statistics.pageviews,
      rating: statistics.rating,
      reviews: statistics.reviews,
      checkins: statistics.checkins,
      photos: statistics.photos,
    },
    featured: featured && { photo: { medium: featured.photo.medium } },
    placeLists: record.placeLists?.map(({ id }) => ({ id })),
    utilities: record.utilities?.map(({ id, name }) => ({ id, name })),
    openingHours: record.openingHours,
  };
}
