declare module 'lineclip' {
  type Position = [number, number];
  /** @returns the parts of a line within west, south, east and north */
  export function clipPolyline(line: Position[], bounds: [number, number, number, number]): Position[][];
}
