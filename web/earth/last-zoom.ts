/** The last zoom levels of the files of this folder. The map enlarges their tiles. */
export const lastZoom = {
  /** Natural Earth has no finer detail. */
  earth: 7,
  /** A unit of such a tile is 0.3 m. */
  island: 15,
} as const;
