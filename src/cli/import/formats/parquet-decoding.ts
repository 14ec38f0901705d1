import { isUtf8 } from 'node:buffer';
import { type ParquetParsers, type Compressors, type FileMetaData } from 'hyparquet';
import { wkbToGeojson } from 'hyparquet/src/wkb.js';
import { compressors } from 'hyparquet-compressors';
import { decompress as decompressZstd } from 'fzstd';
import { type Line, tooLongLine } from '../line-reader.js';
import { quoteValue } from '../../visible-text.js';
import { maxRecordBytes } from './collection-reader.js';
import { otherSystemIn } from './reference-system.js';

/** Columns with geometries, even if the file does not mark them (GeoParquet). */
const geometries = ['geometry', 'geom'];

const unchanged = (bytes: Uint8Array): Uint8Array => bytes;

/** Leaves bytes undecoded, so that an invalid value fails its row and not the file. */
export const parsers: Partial<ParquetParsers> = {
  stringFromBytes: unchanged,
  geometryFromBytes: unchanged,
  geographyFromBytes: unchanged,
};

/** A row as a line of JSON, with a `fault` for bytes that are not UTF-8, or the fault of a line that is too long. */
export function lineOf(row: Readonly<Record<string, unknown>>, number: number): Line {
  const values = new ValueConverter();
  try {
    const entries = Object.entries(row).map(([name, value]) => {
      const isGeometry = geometries.includes(name) && value instanceof Uint8Array;
      return [name, isGeometry ? geometryOf(value) : values.convert(value, name)] as const;
    });
    const bytes = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
    const { faults } = values;
    return { number, bytes, ...(faults.length > 0 && { fault: faults.join('; ') }) };
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    return tooLongLine(number, maxRecordBytes);
  }
}

/** A geometry in well-known binary as GeoJSON; what is none as hexadecimal digits, for the rejection reason. */
function geometryOf(bytes: Uint8Array): unknown {
  // Lines and polygons take up to three times as many bytes in JSON.
  if (bytes.byteLength > maxRecordBytes / 3) throw new TooLongError();
  try {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return wkbToGeojson({ view, offset: 0 });
  } catch {
    return Buffer.from(bytes).toString('hex');
  }
}

/** @returns the name of a reference system in GeoParquet's metadata that is not WGS 84 */
export function otherSystemOf({ key_value_metadata: metadata = [] }: FileMetaData): string | undefined {
  const written = metadata.find(({ key }) => key === 'geo')?.value ?? '{}';
  const { columns = {} } = JSON.parse(written) as { columns?: Record<string, { crs?: ProjJson | null }> };
  const names = Object.values(columns).map(({ crs }) => {
    const id = crs?.id ?? crs?.ids?.[0];
    return id ? `${id.authority}:${id.code}` : crs?.name;
  });
  return otherSystemIn(names);
}

/** The members of PROJJSON that name a reference system. */
interface ProjJson {
  name?: string;
  id?: SystemId;
  ids?: SystemId[];
}

interface SystemId {
  authority: string;
  code: string | number;
}

/** The most faults that are reported for a row. */
const maxFaults = 20;

class TooLongError extends Error {}

/**
 * Converts bytes to strings, and numbers too large for JSON to strings. A row is limited like a line, because its values
 * may be one long text in the dictionary of the file.
 */
class ValueConverter {
  readonly faults: string[] = [];
  private length = 0;

  convert(value: unknown, name: string): unknown {
    this.count(1);
    if (typeof value === 'string') this.count(value.length);
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (value instanceof Uint8Array) return this.textOf(value, name);
    if (Array.isArray(value)) return value.map((item: unknown, index) => this.convert(item, `${name}[${index}]`));
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(
      Object.entries(value).map(([written, member]) => {
        const key = keyOf(written);
        return [key, this.convert(member, `${name}.${key}`)];
      }),
    );
  }

  private textOf(bytes: Uint8Array, name: string): string {
    this.count(bytes.length);
    const text = Buffer.from(bytes).toString();
    if (!isUtf8(bytes) && this.faults.length < maxFaults) this.faults.push(`${name}: ${quoteValue(text)} is not UTF-8`);
    return text;
  }

  private count(bytes: number): void {
    this.length += bytes;
    if (this.length > maxRecordBytes) throw new TooLongError();
  }
}

/** Decodes a key of a map. The reader has turned its bytes into a text of numbers: `112,116` for `pt`. */
function keyOf(written: string): string {
  return /^\d{1,3}(?:,\d{1,3})+$/.test(written) ? Buffer.from(written.split(',').map(Number)).toString() : written;
}

/** The first bytes of a Parquet file. */
export const parquetMagic = Buffer.from('PAR1');

/** The most bytes of an unpacked page. Real pages are far smaller. */
const maxUnpackedBytes = 128 * 1024 * 1024;

const maxGroupRows = 32_000_000;

/** The bytes of a page without values. Other programs compress it to one byte. */
const nothing = new Uint8Array(0);

/** Decompressors that never write more bytes than the page header states. */
const exactCompressors: Compressors = {
  ...compressors,
  // Without a buffer, it would reserve the size that the compressed data states.
  ZSTD: (input, length) => decompressZstd(input, new Uint8Array(length)),
};

/** The decompressors for hyparquet. They fail before they reserve memory for a page that is too large. */
export const boundedCompressors: Compressors = Object.fromEntries(
  Object.entries(exactCompressors).map(([codec, decompress]) => [
    codec,
    (input: Uint8Array, length: number) => {
      checkSize('the unpacked size of a page', length, maxUnpackedBytes);
      return length === 0 ? nothing : decompress(input, length);
    },
  ]),
);

/** @throws Error if a size is negative or beyond its limit */
function checkSize(what: string, size: number, max: number): void {
  if (size >= 0 && size <= max) return;
  throw new Error(`${what} claims ${size.toLocaleString('en')}, and at most ${max.toLocaleString('en')} are possible`);
}

/** @throws Error if a column is not in the file, or a row group is far larger than writers make them */
export function checkSizes({ row_groups: groups }: FileMetaData, fileBytes: number): void {
  for (const group of groups) {
    checkSize('the number of rows of a group', Number(group.num_rows), maxGroupRows);
    for (const { meta_data: column } of group.columns) {
      const {
        data_page_offset: data = 0n,
        dictionary_page_offset: dictionary = 0n,
        total_compressed_size: bytes = 0n,
      } = column ?? {};
      const start = Number(dictionary > 0n && dictionary < data ? dictionary : data);
      checkSize('the position of a column', start, fileBytes);
      checkSize('the size of a column', Number(bytes), fileBytes - start);
    }
  }
}
