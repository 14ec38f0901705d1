import { type NamedPlace } from './named-place.js';

/** The properties of OpenStreetMap and of Overture Maps that searches use. */
interface Properties {
  readonly name?: string;
  readonly 'addr:city'?: string;
  readonly names?: { readonly primary?: string };
  readonly addresses?: readonly { readonly locality?: string }[];
}

/** Reads names and cities. */
export function readGeoJsonPlaces(text: string): NamedPlace[] {
  const { features } = JSON.parse(text) as { features: { properties: Properties }[] };
  return features.flatMap(({ properties }) => {
    const name = properties.name ?? properties.names?.primary;
    const city = properties['addr:city'] ?? properties.addresses?.[0]?.locality;
    return name === undefined ? [] : [{ name, ...(city !== undefined && { address: { city } }) }];
  });
}
