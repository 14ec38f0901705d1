import { type BBox, type Feature, type FeatureCollection, type Point } from 'geojson';
import { z } from 'zod';
import { type Value } from './xml.js';

/** A point in decimal degrees (WGS 84). */
export interface Position {
  readonly lat: number;
  readonly lng: number;
}

/** A record with its place on the map, which does not depend on the fields that `fl` selects. */
export interface Located {
  readonly value: Value;
  readonly position: Position | undefined;
  /** What the licence of the data asks to show. */
  readonly attribution?: string | undefined;
}

/** A record as a GeoJSON feature (RFC 7946, section 3.2). Its properties are the record. */
export function feature({ value, position, attribution }: Located): Feature<Point | null> {
  const properties = value as Readonly<Record<string, Value | undefined>> & { id: string };
  return {
    type: 'Feature',
    id: properties.id,
    geometry: position ? { type: 'Point', coordinates: [position.lng, position.lat] } : null,
    properties,
    ...(attribution !== undefined && { attribution }),
  };
}

/**
 * A list as a GeoJSON feature collection (RFC 7946, section 3.3).
 *
 * @param members foreign members: all members of the list except its items
 */
export function featureCollection(
  items: readonly Located[],
  members: Readonly<Record<string, Value | undefined>>,
): FeatureCollection<Point | null> {
  const bbox = boundingBox(items.flatMap(({ position }) => position ?? []));
  return { type: 'FeatureCollection', ...(bbox && { bbox }), ...members, features: items.map(feature) };
}

/**
 * The smallest box around points, as west, south, east, north. Its west is greater than its east if it crosses the
 * antimeridian (RFC 7946, section 5.2).
 */
export function boundingBox(positions: readonly Position[]): BBox | undefined {
  const [first, ...others] = positions.map(({ lng }) => lng).sort((a, b) => a - b);
  if (first === undefined) return undefined;
  const last = others.at(-1) ?? first;
  let [west, east] = [first, last];
  // The box leaves out the widest gap between neighbours. The first candidate is the gap across the antimeridian.
  let widest = 360 - (last - first);
  let previous = first;
  for (const lng of others) {
    if (lng - previous > widest) [widest, west, east] = [lng - previous, lng, previous];
    previous = lng;
  }
  const latitudes = positions.map(({ lat }) => lat);
  return [west, Math.min(...latitudes), east, Math.max(...latitudes)];
}

const attribution = z.string().optional();

const position = z.array(z.number()).min(2).max(2).describe('Longitude and latitude in decimal degrees.');

/** The schema of a feature with these properties. */
export function featureOf(id: string, properties: z.ZodType) {
  const point = z.object({ type: z.literal('Point'), coordinates: position });
  return z
    .object({
      type: z.literal('Feature'),
      id: z.string(),
      geometry: point.nullable().describe('Null if the place has no location.'),
      properties,
      attribution: attribution.describe('Only of a single place: what the licence of its data asks to show.'),
    })
    .meta({ id, description: 'A GeoJSON feature (RFC 7946).' });
}

/**
 * The schema of a collection of these features.
 *
 * @param members foreign members
 */
export function featureCollectionOf(id: string, features: z.ZodType, members: z.ZodRawShape) {
  return z
    .object({
      type: z.literal('FeatureCollection'),
      bbox: z
        .array(z.number())
        .min(4)
        .max(4)
        .optional()
        .describe('West, south, east, north of the features. West is greater than east across the antimeridian.'),
      ...members,
      attribution: attribution.describe('What the licences of the data ask to show with them.'),
      features: z.array(features),
    })
    .meta({
      id,
      description: 'A GeoJSON feature collection (RFC 7946). `header`, `facets` and `attribution` are foreign members.',
    });
}
