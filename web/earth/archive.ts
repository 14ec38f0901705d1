import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { type Feature } from 'geojson';
import { Compression, TileType, zxyToTileId } from 'pmtiles';

/** A vector tile of an archive. */
export interface ArchiveTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

interface Entry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  /** How many tiles from `id` on have this content. 0 for a leaf directory. */
  run: number;
}

const EXTENT = 4096;

/** @returns a PMTiles archive of the features of each layer, which `minzoom` can leave out of the first zoom levels */
export function archiveOf(
  about: { readonly name: string; readonly attribution: string },
  lastZoom: number,
  features: Readonly<Record<string, readonly Feature[]>>,
  minzoom: Readonly<Record<string, number>> = {},
): Uint8Array {
  const layers = Object.entries(features).map(([name, of]): [string, GeoJSONVT] => [
    name,
    new GeoJSONVT(
      { type: 'FeatureCollection', features: [...of] },
      { maxZoom: lastZoom, indexMaxZoom: lastZoom, indexMaxPoints: 0, extent: EXTENT },
    ),
  ]);
  const tiles: ArchiveTile[] = [];
  const add = (z: number, x: number, y: number): void => {
    const found: Record<string, GeoJSONVTTile> = {};
    for (const [name, index] of layers) {
      const tile = z < (minzoom[name] ?? 0) ? undefined : index.getTile(z, x, y);
      if (tile && tile.features.length > 0) found[name] = tile;
    }
    if (Object.keys(found).length === 0) return;
    tiles.push({ z, x, y, data: fromGeojsonVt(found, { version: 2, extent: EXTENT }) });
    if (z === lastZoom) return;
    for (const [right, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      add(z + 1, 2 * x + right, 2 * y + down);
  };
  add(0, 0, 0);
  return writeArchive(tiles, { lastZoom, metadata: { ...about, vector_layers: layers.map(([id]) => ({ id })) } });
}

const HEADER = 127;

/** Clients read these bytes first, with the root directory. */
const FIRST_READ = 16_384;

/** Entries of a leaf directory, which the root names if it has no room for all entries. */
const LEAF = 4096;

/** @returns a PMTiles archive of version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md) */
export function writeArchive(
  tiles: readonly ArchiveTile[],
  { lastZoom, metadata }: { lastZoom: number; metadata: object },
): Uint8Array {
  const contents: Buffer[] = [];
  const known = new Map<string, { offset: number; length: number }>();
  let end = 0;
  const entries: Entry[] = [];
  const ordered = tiles.map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }));
  for (const { id, data } of ordered.sort((a, b) => a.id - b.id)) {
    const key = createHash('sha256').update(data).digest('base64');
    let place = known.get(key);
    if (!place) {
      const body = gzipSync(data, { level: 9 });
      place = { offset: end, length: body.length };
      known.set(key, place);
      contents.push(body);
      end += body.length;
    }
    const last = entries.at(-1);
    if (last?.offset === place.offset && last.id + last.run === id) last.run += 1;
    else entries.push({ id, ...place, run: 1 });
  }
  const [root, leaves] = directories(entries);
  const sections = [root, gzipSync(JSON.stringify(metadata)), leaves, Buffer.concat(contents)];
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  let offset = HEADER;
  for (const [at, { length }] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * at);
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * at);
    offset += length;
  }
  for (const [at, count] of [tiles.length, entries.length, known.size].entries())
    header.writeBigUInt64LE(BigInt(count), 72 + 8 * at);
  // Not clustered: repeated contents are stored once. Then compressions, type and zoom levels.
  for (const [at, value] of [0, Compression.Gzip, Compression.Gzip, TileType.Mvt, 0, lastZoom].entries())
    header.writeUInt8(value, 96 + at);
  const degrees = [-180, -85, 180, 85];
  for (const [at, value] of degrees.entries()) header.writeInt32LE(value * 10_000_000, 102 + 4 * at);
  return Buffer.concat([header, ...sections]);
}

/** @returns the root directory, and all leaves */
function directories(entries: readonly Entry[]): [Buffer, Buffer] {
  const whole = directory(entries);
  if (HEADER + whole.length <= FIRST_READ) return [whole, Buffer.alloc(0)];
  const leaves: Buffer[] = [];
  const root: Entry[] = [];
  let end = 0;
  for (let at = 0; at < entries.length; at += LEAF) {
    const leaf = directory(entries.slice(at, at + LEAF));
    root.push({ id: entries[at]?.id ?? 0, offset: end, length: leaf.length, run: 0 });
    leaves.push(leaf);
    end += leaf.length;
  }
  return [directory(root), Buffer.concat(leaves)];
}

function directory(entries: readonly Entry[]): Buffer {
  const numbers = [
    entries.length,
    ...entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0)),
    ...entries.map(({ run }) => run),
    ...entries.map(({ length }) => length),
    ...entries.map(({ offset }, at) => {
      const before = entries[at - 1];
      return before && offset === before.offset + before.length ? 0 : offset + 1;
    }),
  ];
  return gzipSync(Buffer.from(numbers.flatMap(varint)));
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}
