import { type Place } from '../api/records.js';

/** The most specific categories of a place. */
export function categoryLine({ categories }: Pick<Place, 'categories'>): string {
  return categories.map(({ name, subcategory }) => subcategory?.name ?? name).join(', ');
}

/** The known parts of a place's address, on one line. */
export function addressLine({ address = {} }: Pick<Place, 'address'>): string {
  const street = [address.street, address.number].filter(Boolean).join(' ');
  return [street, address.district, address.city].filter(Boolean).join(', ');
}

/** The full postal address. */
export function wholeAddress(place: Pick<Place, 'address'>): string {
  const { state, zipcode, country } = place.address ?? {};
  return [addressLine(place), [state, zipcode].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
}
