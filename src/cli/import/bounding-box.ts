import { InvalidArgumentError } from 'commander';
import { type PlaceRow } from './records/place-schema.js';
import { type RowReader } from './row-reader.js';

/** A rectangle in degrees, with its edges. It crosses the 180th meridian if `west` is greater than `east`. */
export interface BoundingBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Parses `west,south,east,north`, the order of GeoJSON (RFC 7946, section 5). @throws InvalidArgumentError */
export function parseBoundingBox(text: string): BoundingBox {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  const [west = NaN, south = NaN, east = NaN, north = NaN] = numbers;
  const isValid =
    numbers.length === 4 && [west, east].every((lng) => Math.abs(lng) <= 180) && -90 <= south && south <= north;
  if (!isValid || !(north <= 90)) {
    throw new InvalidArgumentError('It must be four numbers in degrees: west,south,east,north.');
  }
  return { west, south, east, north };
}

/** Whether a rectangle that does not cross the 180th meridian has a point in the box. */
export function overlaps(box: BoundingBox, { west, south, east, north }: BoundingBox): boolean {
  if (north < box.south || south > box.north) return false;
  const [isRightOfWest, isLeftOfEast] = [east >= box.west, west <= box.east];
  return box.west <= box.east ? isRightOfWest && isLeftOfEast : isRightOfWest || isLeftOfEast;
}

/** Skips places outside the box, and those without a location. */
export function withinBox(reader: RowReader<object>, box: BoundingBox | undefined): RowReader<object> {
  if (!box) return reader;
  return {
    ...reader,
    parse: (bytes) => {
      const result = reader.parse(bytes);
      if (!('row' in result) || !('lat' in result.row)) return result;
      const { lat, lng } = result.row as Pick<PlaceRow, 'lat' | 'lng'>;
      return isInside(box, lat, lng) ? result : { skipped: 'is outside --bbox' };
    },
  };
}

function isInside(box: BoundingBox, lat: string | null, lng: string | null): boolean {
  if (lat === null || lng === null) return false;
  const [x, y] = [Number(lng), Number(lat)];
  return overlaps(box, { west: x, south: y, east: x, north: y });
}
