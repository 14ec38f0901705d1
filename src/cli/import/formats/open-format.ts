import { type PlaceCategory } from '../../../places/place.js';
import { type KnownToSome } from '../records/place-tables.js';

type AddressPart = 'country' | 'state' | 'city' | 'district' | 'street' | 'number' | 'zipcode';

/** What a record of an open data set comes to. */
export type OpenReading = OpenPlace | { leftOut: string; closed?: string };

/** A place in the shape of a line of places, without what open data does not know. */
interface OpenPlace {
  id: string;
  name: string;
  phones: string[];
  urlService: string | undefined;
  address: Readonly<Partial<Record<AddressPart, string | undefined>>>;
  location: { lat: unknown; lng: unknown } | undefined;
  categories: SourceCategory[];
  openingHours?: string | undefined;
}

/** A category of a source, and the names by which a map of categories may mean it, the most specific first. */
export interface SourceCategory extends PlaceCategory {
  /** Names of the subcategory, or of the category where there is no subcategory. */
  names: readonly string[];
  /** Names of the category alone. */
  parentNames: readonly string[];
}

/** An open data set in its own shape. */
export interface OpenFormat {
  /** Whether its text is CSV; otherwise it is JSON. */
  csv: boolean;
  /** The columns of its Parquet files that are read. */
  columns: readonly string[];
  /** Which of these it knows: of a place that has none, they are taken away. What it does not know stays. */
  knows: readonly KnownToSome[];
  /** @throws SourceFault when the record is not as the format has it */
  read(record: Readonly<Record<string, unknown>>): OpenReading;
}

export const nameless = 'has no name';
export const closed = 'is closed';

/** `computer_hardware_company` → `Computer hardware company` */
export function readable(key: string): string {
  const words = key.replace(/[_\s]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `Dining and Drinking` → `dining-and-drinking` */
export function slug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
