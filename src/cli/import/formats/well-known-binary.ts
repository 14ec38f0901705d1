/** PostGIS flags in the type: Z coordinate, M coordinate, spatial reference. */
const flags = 0xe000_0000;
const hasReference = 0x2000_0000;

const point = 1;

/** A GeoJSON point. */
interface Point {
  type: 'Point';
  /** Degrees of longitude and latitude; NaN in an empty point. */
  coordinates: [lng: number, lat: number];
}

/** Reads a point in well-known binary (OGC 06-103r4, section 8) or its PostGIS extension; undefined for other geometries. */
export function pointOf(bytes: Uint8Array): Point | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 21) return undefined;
  const isLittle = view.getUint8(0) === 1;
  const typeAndFlags = view.getUint32(1, isLittle);
  const start = (typeAndFlags & hasReference) === 0 ? 5 : 9;
  // ISO adds 1000, 2000 or 3000 to the type for Z, M and both.
  const type = (typeAndFlags & ~flags) % 1000;
  if (type !== point || view.byteLength < start + 16) return undefined;
  return { type: 'Point', coordinates: [view.getFloat64(start, isLittle), view.getFloat64(start + 8, isLittle)] };
}
