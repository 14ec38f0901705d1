/** Decimal degrees. */
export interface GeoPoint {
  readonly lat: number;
  readonly lng: number;
}
