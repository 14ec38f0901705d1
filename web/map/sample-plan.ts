import { type FeatureCollection, type Position } from 'geojson';
import { type Point } from '../view/view.js';

/** The plan of the invented island of the sample. */
export interface Plan {
  readonly collection: FeatureCollection;
  /** The names of its settlements and districts. */
  readonly names: readonly string[];
  covers(point: Point): boolean;
}

const settlements = new Set(['city', 'district', 'village', 'island']);

/** @returns undefined if the service has no plan, or is away */
export async function loadPlan(path: string, signal: AbortSignal): Promise<Plan | undefined> {
  const response = await fetch(path, { signal }).catch(() => undefined);
  if (!response?.ok) return undefined;
  const collection = (await response.json()) as FeatureCollection;
  const [west, south, east, north] = edgesOf(collection);
  return {
    collection,
    names: collection.features.flatMap(({ properties }) =>
      settlements.has(String(properties?.kind)) && typeof properties?.name === 'string' ? [properties.name] : [],
    ),
    covers: ({ lat, lng }) => lat > south && lat < north && lng > west && lng < east,
  };
}

function edgesOf({ features }: FeatureCollection): [number, number, number, number] {
  const edges: [number, number, number, number] = [180, 90, -180, -90];
  const add = (value: unknown): void => {
    if (!Array.isArray(value)) return;
    const [lng, lat] = value as Position;
    if (typeof lng !== 'number' || typeof lat !== 'number') value.forEach(add);
    else {
      edges[0] = Math.min(edges[0], lng);
      edges[1] = Math.min(edges[1], lat);
      edges[2] = Math.max(edges[2], lng);
      edges[3] = Math.max(edges[3], lat);
    }
  };
  for (const { geometry } of features) if ('coordinates' in geometry) add(geometry.coordinates);
  return edges;
}
