import { type Place } from '../api/records.js';

/** The categories of a place, the nearer ones. */
export function categoryLine({ categories }: Pick<Place, 'categories'>): string {
  return categories.map(({ name, subcategory }) => subcategory?.name ?? name).join(', ');
}

/** The address of a place, as far as it is known. */
export function addressLine({ address = {} }: Pick<Place, 'address'>): string {
  const street = [address.street, address.number].filter(Boolean).join(' ');
  return [street, address.district, address.city].filter(Boolean).join(', ');
}

/** The same with all that letters need. */
export function wholeAddress(place: Pick<Place, 'address'>): string {
  const { state, zipcode, country } = place.address ?? {};
  return [addressLine(place), [state, zipcode].filter(Boolean).join(' '), country].filter(Boolean).join(', ');
}
