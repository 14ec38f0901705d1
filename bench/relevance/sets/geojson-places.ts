import { type NamedPlace } from './named-place.js';

/** The properties of OpenStreetMap and of Overture Maps that searches and rules use. */
type Properties = Readonly<Record<string, string | undefined>> & {
  readonly names?: { readonly primary?: string };
  readonly addresses?: readonly { readonly locality?: string }[];
};

/** Members that are absent stay absent. */
export function readGeoJsonPlaces(text: string): NamedPlace[] {
  const { features } = JSON.parse(text) as { features: { properties: object }[] };
  return features.flatMap(({ properties: given }) => {
    const properties = given as Properties;
    const name = properties.name ?? properties.names?.primary;
    return name === undefined ? [] : [JSON.parse(JSON.stringify(placeOf(name, properties))) as NamedPlace];
  });
}

function placeOf(name: string, properties: Properties): object {
  const [category, kind] = ['amenity', 'shop', 'tourism', 'leisure', 'office'].flatMap((key) =>
    properties[key] === undefined ? [] : [key, properties[key]],
  );
  return {
    name,
    address: {
      city: properties['addr:city'] ?? properties.addresses?.[0]?.locality,
      street: properties['addr:street'],
      number: properties['addr:housenumber'],
      zipcode: properties['addr:postcode'],
    },
    ...(category !== undefined && { categories: [{ name: category, subcategory: { name: kind } }] }),
    phones: [properties.phone ?? properties['contact:phone']].flatMap((phone) => phone?.replace(/\D/gu, '') ?? []),
    openingHours: properties.opening_hours,
  };
}
