import { startsCollection } from './collection-reader.js';
import { parquetMagic } from './parquet-limits.js';

/** Bytes that show what a file is. */
export const hintBytes = 16 * 1024;

/** What a file is that holds no lines of JSON in the shape of the API, and the option that reads it; else undefined. */
export function formatHint(head: Buffer): string | undefined {
  if (head.subarray(0, parquetMagic.length).equals(parquetMagic)) {
    return 'it is Parquet, not lines of JSON: for places give --format overture, foursquare or csv';
  }
  const text = head
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (startsCollection(head)) {
    if (text.startsWith('[')) return 'it is a list of JSON: write one record a line, such as by `jq -c .[]`';
    const isOverpass = /"elements"\s*:\s*\[/.test(text);
    return isOverpass
      ? 'it is a response of Overpass, not lines of JSON: for places give --format osm'
      : 'it is GeoJSON, not lines of JSON: for places give --format geojson, or osm, overture or whosonfirst';
  }
  if (/^\{\s*(?:"[^"]{1,20}"\s*:\s*(?:"[^"]*"|\d+)\s*,\s*){0,3}"type"\s*:\s*"Feature"/.test(text)) {
    return 'it is GeoJSON, not lines of JSON: for places give --format geojson, or osm, overture or whosonfirst';
  }
  const lines = text.split(/[\r\n]+/);
  const isTable = /^[^,;|\t]*[,;|\t]/.test(lines[0] ?? '') && lines.every((line) => !/^\s*[[{]/.test(line));
  return isTable ? 'it is CSV, not lines of JSON: for places give --format csv or foursquare' : undefined;
}
