import { type FileMetaData } from 'hyparquet';
import { wkbToGeojson } from 'hyparquet/src/wkb.js';
import { type Line, tooLongLine } from '../line-reader.js';
import { maxRecordBytes } from './collection-reader.js';
import { otherSystemIn } from './reference-system.js';

/** Columns with geometries, even if the file does not mark them (GeoParquet). */
const geometries = ['geometry', 'geom'];

/** A row as a line of JSON, with a `fault` for bytes that are not UTF-8, or the fault of a line that is too long. */
export function lineOf(row: Readonly<Record<string, unknown>>, number: number): Line {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    geometries.includes(name) ? geometryOf(value) : value,
  ]);
  const text = JSON.stringify(Object.fromEntries(entries), (_, value: unknown) => {
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    return value instanceof Uint8Array ? Buffer.from(value).toString() : value;
  });
  const bytes = Buffer.from(text);
  if (bytes.length > maxRecordBytes) return tooLongLine(number, maxRecordBytes);
  return text.includes('\uFFFD') ? { number, bytes, fault: 'is not UTF-8' } : { number, bytes };
}

/** A geometry in well-known binary as GeoJSON; what is none as hexadecimal digits, for the rejection reason. */
function geometryOf(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  try {
    return wkbToGeojson({ view: new DataView(value.buffer, value.byteOffset, value.byteLength), offset: 0 });
  } catch {
    return Buffer.from(value).toString('hex');
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

/** The first bytes of a Parquet file. */
export const parquetMagic = Buffer.from('PAR1');
