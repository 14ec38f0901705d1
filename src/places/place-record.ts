/**
 * The record of a place in the interface's own shape (section 2.5), without links: what PostgreSQL gives, what the
 * index holds, and what the presenter shows. Numbers are texts, as the interface carries them.
 */
export interface PlaceRecord {
  id: string;
  name: string;
  phones: string[];
  urlService?: string;
  address?: PlaceAddress;
  location?: PlaceLocation;
  categories: PlaceCategory[];
  statistics?: PlaceStatistics;
  featured?: { photo: { medium: string } };
  placeLists?: { id: string }[];
  utilities?: { id: string; name: string }[];
  openingHours?: string;
}

export interface PlaceAddress {
  country?: string;
  state?: string;
  city?: string;
  district?: string;
  street?: string;
  number?: string;
  zipcode?: string;
}

/** Decimal degrees (WGS 84). */
interface PlaceLocation {
  lat: string;
  lng: string;
}

export interface PlaceCategory {
  id: string;
  name: string;
  subcategory?: { id: string; name: string };
}

export interface PlaceStatistics {
  pageviews?: string;
  rating?: string;
  reviews?: string;
  checkins?: string;
  photos?: string;
}
