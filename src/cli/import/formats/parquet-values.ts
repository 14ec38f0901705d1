import { isUtf8 } from 'node:buffer';
import { type ParquetParsers } from 'hyparquet';
import { type Line } from '../line-reader.js';
import { quoteValue } from '../quote-value.js';
import { pointOf } from './well-known-binary.js';

/** Columns with geometries, even if the file does not mark them (GeoParquet). */
const geometries = ['geometry', 'geom'];

const unchanged = (bytes: Uint8Array): Uint8Array => bytes;

/** Leaves bytes undecoded, so that an invalid value fails its row and not the file. */
export const parsers: Partial<ParquetParsers> = {
  stringFromBytes: unchanged,
  geometryFromBytes: unchanged,
  geographyFromBytes: unchanged,
};

/** A row as a line of JSON, with a `fault` for bytes that are not UTF-8. */
export function lineOf(row: Readonly<Record<string, unknown>>, number: number): Line {
  const faults: string[] = [];
  const entries = Object.entries(row).map(([name, value]) => {
    const isGeometry = geometries.includes(name) && value instanceof Uint8Array;
    return [name, isGeometry ? geometryOf(value) : toJsonValue(value, name, faults)] as const;
  });
  const bytes = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  return { number, bytes, ...(faults.length > 0 && { fault: faults.join('; ') }) };
}

/** A point as GeoJSON; other geometries as hexadecimal digits, for the rejection reason. */
function geometryOf(bytes: Uint8Array): unknown {
  return pointOf(bytes) ?? Buffer.from(bytes).toString('hex');
}

/** Converts bytes to strings, and numbers too large for JSON to strings. */
function toJsonValue(value: unknown, name: string, faults: string[]): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return textOf(value, name, faults);
  if (Array.isArray(value)) return value.map((item: unknown, index) => toJsonValue(item, `${name}[${index}]`, faults));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, toJsonValue(member, `${name}.${key}`, faults)]),
  );
}

function textOf(bytes: Uint8Array, name: string, faults: string[]): string {
  const text = Buffer.from(bytes).toString();
  if (!isUtf8(bytes)) faults.push(`${name}: ${quoteValue(text)} is not UTF-8`);
  return text;
}
