/** The parts of a place that searches are made of and judged by. */
export interface NamedPlace {
  readonly id?: string;
  readonly name: string;
  readonly address?: {
    readonly country?: string;
    readonly state?: string;
    readonly city?: string;
    readonly district?: string;
    readonly street?: string;
    readonly number?: string;
    readonly zipcode?: string;
  };
  readonly location?: { readonly lat: string; readonly lng: string };
  readonly phones?: readonly string[];
  readonly categories?: readonly { readonly name: string; readonly subcategory?: { readonly name: string } }[];
  readonly openingHours?: string;
}

/** The category and subcategory of each: `Shopping > Pharmacy`. */
export function categoriesOf({ categories = [] }: NamedPlace): string[] {
  return categories.map(({ name, subcategory }) => `${name} > ${subcategory?.name ?? ''}`);
}

export interface Point {
  readonly lat: number;
  readonly lng: number;
}

export function pointOf({ location }: NamedPlace): Point | undefined {
  return location && { lat: Number(location.lat), lng: Number(location.lng) };
}

/** Kilometres on a sphere. */
export function kilometresBetween(a: Point, b: Point): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (degrees: number): number => Math.sin(radians(degrees) / 2) ** 2;
  const chord = half(b.lat - a.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(b.lng - a.lng);
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(chord)));
}
