/** A bounding box in decimal degrees. `west` is greater than `east` if it crosses the antimeridian. */
export interface Rectangle {
  readonly north: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
}

/** Its middle, in degrees. */
export function middleOf({ north, west, south, east }: Rectangle): { lat: number; lng: number } {
  const lng = (west + (east < west ? east + 360 : east)) / 2;
  return { lat: rounded((north + south) / 2), lng: rounded(wrapped(lng)) };
}

/** Whether a point, in degrees, is in it. */
export function isWithin({ north, west, south, east }: Rectangle, { lat, lng }: { lat: number; lng: number }): boolean {
  const isEast = west <= lng;
  const isWest = lng <= east;
  return lat <= north && lat >= south && (west <= east ? isEast && isWest : isEast || isWest);
}

const DIGITS = 5;

const rounded = (degrees: number): number => Number(degrees.toFixed(DIGITS));

/** North, west, south, east. */
export function printRectangle({ north, west, south, east }: Rectangle): string {
  return [north, west, south, east].join(',');
}

export function readRectangle(text: string): Rectangle | undefined {
  if (!/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/.test(text)) return undefined;
  const [north = 0, west = 0, south = 0, east = 0] = text.split(',').map(Number);
  const isOnEarth = north <= 90 && south >= -90 && south <= north && Math.abs(west) <= 180 && Math.abs(east) <= 180;
  return isOnEarth ? { north, west, south, east } : undefined;
}

/**
 * Normalizes map bounds for the service. Map longitudes wrap around any number of times and latitudes can pass the poles.
 *
 * @param shown bounds in degrees, not normalized
 */
export function onEarth({ north, west, south, east }: Rectangle): Rectangle {
  const within = (lat: number) => rounded(Math.max(-90, Math.min(90, lat)));
  const isAround = east - west >= 360;
  return {
    north: within(north),
    south: within(south),
    west: isAround ? -180 : rounded(wrapped(west)),
    east: isAround ? 180 : rounded(wrapped(east)),
  };
}

function wrapped(lng: number): number {
  return lng >= -180 && lng <= 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180;
}

/** The same meridian on the copy of the world that is nearest to another longitude. */
export function nearTo(other: number, lng: number): number {
  return lng + 360 * Math.round((other - lng) / 360);
}

interface Corner {
  readonly lat: number;
  readonly lng: number;
}

/** Its south-western and north-eastern corners. East of the antimeridian, longitudes go on. */
export function cornersOf({ north, south, west, east }: Rectangle): [Corner, Corner] {
  return [
    { lat: south, lng: west },
    { lat: north, lng: east < west ? east + 360 : east },
  ];
}

/** Of a part of a page, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The middle of a map, and its zoom level: that of tiles of 256 pixels. */
interface Position {
  readonly lat: number;
  readonly lng: number;
  readonly zoom: number;
}

const TILE = 256;

/** The edge of the projection, in degrees. */
const MOST_NORTHERN = 85.051;

/** Web Mercator, as fractions of the map from its north-western corner. */
function project({ lat, lng }: Corner): [x: number, y: number] {
  const sine = Math.sin((Math.max(-MOST_NORTHERN, Math.min(MOST_NORTHERN, lat)) * Math.PI) / 180);
  return [(lng + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

const latitudeAt = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** What a map of a size shows when its middle is at a position. */
export function shownAt({ lat, lng, zoom }: Position, { width, height }: Size): Rectangle {
  const pixels = TILE * 2 ** zoom;
  const [x, y] = project({ lat, lng });
  const [right, down] = [width / 2 / pixels, height / 2 / pixels];
  const [west, east] = [x - right, x + right].map((fraction) => fraction * 360 - 180) as [number, number];
  return onEarth({ north: latitudeAt(y - down), south: latitudeAt(y + down), west, east });
}

/** The position at which a map of a size has a rectangle in its middle, as large as it may be. */
export function positionFor(rectangle: Rectangle, { width, height }: Size, closest: number): Position {
  const [southWest, northEast] = cornersOf(rectangle);
  const [west, south] = project(southWest);
  const [east, north] = project(northEast);
  const pixels = Math.min(width / (east - west), height / (south - north));
  const [lat, lng] = [latitudeAt((north + south) / 2), ((west + east) / 2) * 360 - 180];
  return { lat: rounded(lat), lng: rounded(wrapped(lng)), zoom: Math.min(closest, Math.log2(pixels / TILE)) };
}
