import { type ParquetQueryFilter, type SchemaTree } from 'hyparquet';
import { getPhysicalColumns } from 'hyparquet/src/schema.js';
import { type BoundingBox } from '../bounding-box.js';

/** Columns with the extent of each record. The first pair of which a file has all columns is used. */
const extents = [
  // Overture and Foursquare. GeoParquet 1.1 calls it the covering of the geometry.
  { west: 'bbox.xmin', south: 'bbox.ymin', east: 'bbox.xmax', north: 'bbox.ymax' },
  { west: 'longitude', south: 'latitude', east: 'longitude', north: 'latitude' },
];

/** Degrees that a 32-bit number may differ from the position. The position itself is compared later. */
const tolerance = 1e-4;

/**
 * The condition that a record may be in the box; undefined if the file has no columns for it. A record without values in
 * these columns has no position.
 */
export function boxFilter(tree: SchemaTree, box: BoundingBox): ParquetQueryFilter | undefined {
  const present = getPhysicalColumns(tree);
  const columns = extents.find((extent) => Object.values(extent).every((column) => present.includes(column)));
  if (!columns) return undefined;
  const eastOfWest = { [columns.east]: { $gte: box.west - tolerance } };
  const westOfEast = { [columns.west]: { $lte: box.east + tolerance } };
  const longitudes = box.west <= box.east ? { $and: [eastOfWest, westOfEast] } : { $or: [eastOfWest, westOfEast] };
  return {
    $and: [
      { [columns.north]: { $gte: box.south - tolerance } },
      { [columns.south]: { $lte: box.north + tolerance } },
      longitudes,
    ],
  };
}
