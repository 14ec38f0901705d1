import { isUtf8 } from 'node:buffer';
import { type ParquetParsers } from 'hyparquet';
import { type Line } from '../line-reader.js';
import { shown } from '../shown.js';
import { pointOf } from './well-known-binary.js';

/** Columns that hold geometries, whether the file says so (GeoParquet) or not. */
const geometries = ['geometry', 'geom'];

const kept = (bytes: Uint8Array): Uint8Array => bytes;

/** Leaves bytes as they are: a fault in one of them is that of its row, and not of the file. */
export const parsers: Partial<ParquetParsers> = {
  stringFromBytes: kept,
  geometryFromBytes: kept,
  geographyFromBytes: kept,
};

/** A row as a line of JSON; faulty where it holds what has no place there. */
export function lineOf(row: Readonly<Record<string, unknown>>, number: number): Line {
  const faults: string[] = [];
  const members = Object.entries(row).map(([name, value]) => {
    const isGeometry = geometries.includes(name) && value instanceof Uint8Array;
    return [name, isGeometry ? geometryOf(value) : plain(value, name, faults)] as const;
  });
  const bytes = Buffer.from(JSON.stringify(Object.fromEntries(members)));
  return { number, bytes, ...(faults.length > 0 && { fault: faults.join('; ') }) };
}

/** What is no point goes on in hexadecimal digits, for whoever is told of it. */
function geometryOf(bytes: Uint8Array): unknown {
  return pointOf(bytes) ?? Buffer.from(bytes).toString('hex');
}

/** A value in which JSON has words for everything: texts for bytes, and numbers that are not large. */
function plain(value: unknown, name: string, faults: string[]): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Uint8Array) return textOf(value, name, faults);
  if (Array.isArray(value)) return value.map((entry: unknown, at) => plain(entry, `${name}[${at}]`, faults));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, plain(member, `${name}.${key}`, faults)]),
  );
}

function textOf(bytes: Uint8Array, name: string, faults: string[]): string {
  const text = Buffer.from(bytes).toString();
  if (!isUtf8(bytes)) faults.push(`${name}: ${shown(text)} is not UTF-8`);
  return text;
}
