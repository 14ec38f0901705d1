import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { type Directory } from './directory.js';

/** A feature of a tile. */
export interface TileFeature {
  properties: Record<string, unknown>;
  /** Longitude and latitude. */
  coordinates: [number, number];
}

/** A response for a tile, decoded. */
export interface TileAnswer {
  status: number;
  headers: Headers;
  bytes: number;
  layers: Record<string, TileFeature[]>;
}

/** Requests a tile and decodes it with a library that the service does not use. @param tile `z/x/y` */
export async function getTile(
  directory: Directory,
  token: string,
  tile: string,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<TileAnswer> {
  const init = { headers: { Authorization: `Bearer ${token}`, ...headers } };
  const response = await fetch(`${directory.url}/v2/places/tiles/${tile}.mvt?${query}`, init);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status } = response;
  const layers = status === 200 ? decodeTile(bytes, tile) : {};
  return { status, headers: response.headers, bytes: bytes.length, layers };
}

/** How many places a tile shows, in clusters too. */
export function countPlaces({ layers }: TileAnswer): number {
  const counts = (layers.clusters ?? []).map(({ properties }) => Number(properties.count));
  return counts.reduce((sum, count) => sum + count, layers.places?.length ?? 0);
}

function decodeTile(bytes: Uint8Array, tile: string): Record<string, TileFeature[]> {
  const [z = 0, x = 0, y = 0] = tile.split('/').map(Number);
  const { layers } = new VectorTile(new PbfReader(bytes));
  const entries = Object.entries(layers).map(([name, layer]) => {
    const features = Array.from({ length: layer.length }, (_, index): TileFeature => {
      const { geometry, properties } = layer.feature(index).toGeoJSON(x, y, z);
      if (geometry.type !== 'Point') throw new Error(`${name} has a ${geometry.type}`);
      return { properties: properties ?? {}, coordinates: geometry.coordinates as [number, number] };
    });
    return [name, features] as const;
  });
  return Object.fromEntries(entries);
}

/** The smallest map: a header, a root directory of a byte, and twelve bytes of metadata. */
export function pmtiles(): Buffer {
  const file = Buffer.alloc(140);
  file.write('PMTiles');
  file.writeUInt8(3, 7);
  for (const [at, [offset, length]] of [
    [127, 1],
    [128, 12],
    [140, 0],
    [140, 0],
  ].entries()) {
    file.writeBigUInt64LE(BigInt(offset ?? 0), 8 + 16 * at);
    file.writeBigUInt64LE(BigInt(length ?? 0), 16 + 16 * at);
  }
  return file;
}
