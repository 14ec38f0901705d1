import { type JsonObject } from './field-values.js';
// `npm run generate -- kinds` writes the file.
import generated from './osm-features.json';

/** A tag by which an element of OpenStreetMap is a place. */
interface Feature {
  key: string;
  value: string;
}

const features: Readonly<Record<string, readonly string[]>> = generated.features;

/** Keys of places, the most telling first (https://wiki.openstreetmap.org/wiki/Map_features). */
export const featureKeys = Object.keys(features);

/** Any value of a key is a feature, also one that the schema does not know. */
const any = '*';

/** They say what stands around a place that has another tag, or stood there. */
const surroundings = ['landuse', 'building'];

/**
 * The features that the tags name, the most telling first. The tags of buildings and areas count only without others: the building of
 * a hotel is no place of its own.
 */
export function featuresOf(tags: JsonObject): Feature[] {
  const found = featureKeys.flatMap((key) =>
    valuesOf(tagOf(tags, key)).flatMap((value) => (isFeature(key, value) ? [{ key, value }] : [])),
  );
  const places = found.filter(({ key }) => !surroundings.includes(key));
  return places.length > 0 ? places : found.slice(0, 1);
}

export function isSurroundings({ key }: Feature): boolean {
  return surroundings.includes(key);
}

/** The value of a tag; empty if it is absent, or neither a text nor a number. */
export function tagOf(tags: JsonObject, key: string): string {
  const value = tags[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

export function isFeature(key: string, value: string): boolean {
  const values = features[key] ?? [];
  return value !== 'no' && (values.includes(any) || values.includes(value));
}

/** Semicolons separate several values. */
export function valuesOf(text: string): string[] {
  return text
    .split(';')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

const utilities: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> =
  generated.utilities;

/** Values of keys with other values than the schema knows that mean none. */
const none = ['no', 'none', 'unknown', 'false', '0'];

/** What people choose a place by: `outdoor_seating=yes`, `internet_access=wlan`. */
export function utilitiesOf(tags: JsonObject): { id: string; name: string }[] {
  const found = Object.entries(utilities).flatMap(([key, byValue]) =>
    valuesOf(tagOf(tags, key).toLowerCase()).flatMap((value) => {
      // Tags may be called as members that all objects inherit.
      const ofValue = Object.hasOwn(byValue, value) ? byValue[value] : none.includes(value) ? undefined : byValue[any];
      return Object.entries(ofValue ?? {}).map(([end, name]) => ({ id: `osm-${key}${end && `-${end}`}`, name }));
    }),
  );
  return [...new Map(found.map((utility) => [utility.id, utility])).values()];
}
