import {
  type AsyncBuffer,
  type PageHeader,
  type RowGroup,
  type SchemaTree,
  type CompressionCodec,
  type DataPageHeader,
  type ColumnMetaData,
  type FileMetaData,
  parquetMetadata,
} from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { readOffsetIndex } from 'hyparquet/src/indexes.js';
import { getTreePath, isFlatColumn, getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js';
import { decompressPage } from 'hyparquet/src/datapage.js';
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { checkSize, parquetLimits, boundedCompressors, ClaimError } from './parquet-limits.js';

/** Read at once: a page header, and most pages. */
const windowBytes = 1024 * 1024;

/**
 * Checks the pages of some columns of a row group before hyparquet reads them, because it reserves memory for what they
 * claim to contain.
 *
 * @throws Error that names the claim
 */
export async function checkPages(
  file: AsyncBuffer,
  { columns }: RowGroup,
  tree: SchemaTree,
  names: readonly string[],
): Promise<void> {
  let values = 0;
  for (const chunk of columns) {
    const { meta_data: column, offset_index_offset: index, offset_index_length: indexBytes = 0 } = chunk;
    if (!column || !names.includes(column.path_in_schema[0] ?? '')) continue;
    if (chunk.column_index_offset !== undefined) {
      await readIndex(file, Number(chunk.column_index_offset), chunk.column_index_length ?? 0);
    }
    const path = getTreePath(tree, column.path_in_schema);
    const sizes = new Map<number, number>();
    let [total, largest] = [0, 0];
    for await (const { offset, size, header, data } of pagesOf(file, chunkRange(column, file.byteLength))) {
      sizes.set(offset, size);
      const count = checkPage(header, data, column.codec, path);
      total += count;
      largest = Math.max(largest, count);
    }
    const isIndexed = index !== undefined && indexBytes > 0;
    if (isIndexed) await checkIndex(file, Number(index), indexBytes, sizes);
    // Other columns are unpacked as a whole.
    values += isIndexed || isFlatColumn(path) ? largest : total;
    checkSize('the number of values', values, parquetLimits.values);
  }
}

interface Page {
  offset: number;
  /** With its header. */
  size: number;
  header: PageHeader;
  data: Uint8Array;
}

async function* pagesOf(file: AsyncBuffer, { start, end }: { start: number; end: number }): AsyncGenerator<Page> {
  for (let offset = start; offset < end - 1;) {
    const window = await file.slice(offset, Math.min(end, offset + windowBytes));
    const headerBytes = endOfStruct(new DataView(window));
    const header = parquetHeader({ view: new DataView(window), offset: 0 });
    const { compressed_page_size: bytes } = header;
    checkSize('the size of a page', bytes, Math.min(end - offset - headerBytes, parquetLimits.pageBytes));
    const size = headerBytes + bytes;
    const whole = size <= window.byteLength ? window : await file.slice(offset, offset + size);
    yield { offset, size, header, data: new Uint8Array(whole, headerBytes, bytes) };
    offset += size;
  }
}

/** Reads a structure of the page index, none of whose lists is longer than the structure. */
async function readIndex(file: AsyncBuffer, start: number, bytes: number): Promise<DataView> {
  checkSize('the position of a page index', start, file.byteLength);
  checkSize('the size of a page index', bytes, Math.min(file.byteLength - start, parquetLimits.footerBytes));
  const view = new DataView(await file.slice(start, start + bytes));
  if (bytes > 0) endOfStruct(view);
  return view;
}

/** The page index must point to pages of the column, which have been checked. */
async function checkIndex(
  file: AsyncBuffer,
  start: number,
  bytes: number,
  sizes: ReadonlyMap<number, number>,
): Promise<void> {
  const view = await readIndex(file, start, bytes);
  for (const location of readOffsetIndex({ view, offset: 0 }).page_locations) {
    checkSize(
      'the size of a page in the index',
      location.compressed_page_size,
      sizes.get(Number(location.offset)) ?? -1,
    );
  }
}

type DataPageHeaderV2 = NonNullable<PageHeader['data_page_header_v2']>;

/** Values by which a run may exceed its page: writers fill up the last run. */
const slack = 4096;

/**
 * Checks a page whose header is whole.
 *
 * @returns the number of its values
 * @throws ClaimError
 */
function checkPage(header: PageHeader, data: Uint8Array, codec: CompressionCodec, path: SchemaTree[]): number {
  const { uncompressed_page_size: size, dictionary_page_header: dictionary } = header;
  checkSize('the unpacked size of a page', size, parquetLimits.pageBytes);
  checkSize('the number of values of a dictionary', dictionary?.num_values ?? 0, parquetLimits.values);
  const { num_values: count = 0 } = header.data_page_header ?? header.data_page_header_v2 ?? {};
  checkSize('the number of values of a page', count, parquetLimits.values);
  try {
    if (header.data_page_header) checkVersion1(header, header.data_page_header, data, codec, path);
    else if (header.data_page_header_v2) checkVersion2(header, header.data_page_header_v2, data, codec, path);
  } catch (error) {
    // hyparquet fails at this page too. Rows before it can be read.
    if (error instanceof ClaimError) throw error;
  }
  return count;
}

function checkVersion1(
  { uncompressed_page_size: size }: PageHeader,
  { num_values: count, encoding }: DataPageHeader,
  data: Uint8Array,
  codec: CompressionCodec,
  path: SchemaTree[],
): void {
  const page = new PageScan(decompressPage(data, size, codec, boundedCompressors), count);
  const maxLevel = getMaxDefinitionLevel(path);
  page.checkLevels(getMaxRepetitionLevel(path));
  const start = page.offset;
  page.checkLevels(maxLevel);
  const present = (): number => (maxLevel === 0 ? count : page.countLevel(maxLevel, start));
  page.checkValues(encoding, path, present);
}

function checkVersion2(
  { uncompressed_page_size: size }: PageHeader,
  header: DataPageHeaderV2,
  data: Uint8Array,
  codec: CompressionCodec,
  path: SchemaTree[],
): void {
  const { num_values: count, num_nulls: nulls, repetition_levels_byte_length: repetition } = header;
  const levels = repetition + header.definition_levels_byte_length;
  checkSize('the number of nulls of a page', nulls, count);
  checkSize('the number of rows of a page', header.num_rows, count);
  checkSize('the size of levels', repetition, data.length);
  checkSize('the size of levels', levels, data.length);
  checkSize('the unpacked size of a page', size - levels, parquetLimits.pageBytes);
  new PageScan(data.subarray(0, repetition), count).checkRuns(widthOf(getMaxRepetitionLevel(path)));
  new PageScan(data.subarray(repetition, levels), count).checkRuns(widthOf(getMaxDefinitionLevel(path)));
  const rest = data.subarray(levels);
  const isPacked = header.is_compressed !== false;
  const values = isPacked ? decompressPage(rest, size - levels, codec, boundedCompressors) : rest;
  new PageScan(values, count).checkValues(header.encoding, path, () => count - nulls);
}

/** Bits of a level. */
function widthOf(maxLevel: number): number {
  return 32 - Math.clz32(maxLevel);
}

/** Reads the lengths in a page, as hyparquet will. Does not judge what cannot take memory. */
class PageScan {
  private readonly view: DataView;
  offset = 0;

  constructor(
    page: Uint8Array,
    private readonly count: number,
  ) {
    this.view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  }

  checkLevels(maxLevel: number): void {
    if (maxLevel === 0) return;
    const start = this.offset + 4;
    const bytes = this.view.getUint32(this.offset, true);
    this.offset = start;
    this.checkRuns(widthOf(maxLevel));
    this.offset = start + bytes;
  }

  /** How many of the levels that start here have this value. */
  countLevel(level: number, start: number): number {
    const levels = new Array<number>(this.count);
    readRleBitPackedHybrid({ view: this.view, offset: start }, widthOf(level), levels);
    return levels.filter((value) => value === level).length;
  }

  /** @param present computes the number of values that are not null */
  checkValues(encoding: string, path: SchemaTree[], present: () => number): void {
    if (encoding === 'DELTA_BYTE_ARRAY') this.checkPrefixes(present());
    else if (encoding === 'RLE' && path.at(-1)?.element.type === 'BOOLEAN') {
      this.offset += 4;
      this.checkRuns(1);
    } else if (['RLE', 'PLAIN_DICTIONARY', 'RLE_DICTIONARY'].includes(encoding)) {
      this.offset += 1;
      this.checkRuns(this.view.getUint8(this.offset - 1));
    }
  }

  /** Runs of one value may be long in few bytes. */
  checkRuns(width: number): void {
    let seen = 0;
    while (width > 0 && seen < this.count && this.offset < this.view.byteLength) {
      const run = this.varint();
      if ((run & 1) === 1) {
        seen += (run >>> 1) * 8;
        this.offset += (run >>> 1) * width;
      } else {
        seen += run >>> 1;
        this.offset += (width + 7) >> 3;
        checkSize('the length of a run', seen, this.count + slack);
      }
    }
  }

  /** Each value may repeat the start of the value before it. */
  private checkPrefixes(present: number): void {
    const reader = { view: this.view, offset: this.offset };
    let bytes = 0;
    for (let part = 0; part < 2; part += 1) {
      const lengths = new Int32Array(present);
      if (present > 0) deltaBinaryUnpack(reader, present, lengths);
      bytes = lengths.reduce((sum, length) => sum + length, bytes);
    }
    checkSize('the size of the texts of a page', bytes, parquetLimits.pageBytes);
  }

  private varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.view.getUint8(this.offset);
      this.offset += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  }
}

/** Length of the footer and `PAR1`. */
const tailBytes = 8;

/** Reads the metadata at the end of a file. @throws Error if its sizes do not fit the file */
export async function readFooter(file: AsyncBuffer): Promise<FileMetaData> {
  checkSize('the file', tailBytes, file.byteLength);
  const tail = new DataView(await file.slice(file.byteLength - tailBytes, file.byteLength));
  const length = tail.getUint32(0, true);
  checkSize('the footer', length, Math.min(file.byteLength - tailBytes, parquetLimits.footerBytes));
  const footer = await file.slice(file.byteLength - tailBytes - length, file.byteLength);
  endOfStruct(new DataView(footer, 0, length));
  const metadata = parquetMetadata(footer, { geoparquet: false });
  for (const group of metadata.row_groups) {
    checkSize('the number of rows of a group', Number(group.num_rows), parquetLimits.values);
    for (const { meta_data: column } of group.columns) if (column) chunkRange(column, file.byteLength);
  }
  return metadata;
}

/** Where the pages of a column are, the dictionary included. */
function chunkRange(column: ColumnMetaData, fileBytes: number): { start: number; end: number } {
  const data = Number(column.data_page_offset);
  const dictionary = Number(column.dictionary_page_offset ?? 0n);
  const start = dictionary > 0 && dictionary < data ? dictionary : data;
  checkSize('the position of a column', start, fileBytes);
  checkSize('the size of a column', Number(column.total_compressed_size), fileBytes - start);
  return { start, end: start + Number(column.total_compressed_size) };
}
/** Types of Thrift's compact protocol, which the footer, page headers and the page index of Parquet use. */
const type = { yes: 1, no: 2, byte: 3, i16: 4, i32: 5, i64: 6, double: 7, binary: 8, list: 9, struct: 12 };

/** Parquet nests far less. */
const maxDepth = 32;

const damaged = 'the Parquet file is damaged: ';

/**
 * Finds the end of a struct, and checks it on the way: the decoder of hyparquet reserves memory for as many entries as a
 * list claims to have.
 *
 * @throws Error if the struct does not end, or a list or text claims to be longer than the bytes that follow
 */
function endOfStruct(view: DataView, offset = 0): number {
  return new StructScan(view, offset).struct(0);
}

class StructScan {
  constructor(
    private readonly view: DataView,
    private offset: number,
  ) {}

  struct(depth: number): number {
    if (depth > maxDepth) throw new Error(`${damaged}its structures are nested too deeply`);
    for (;;) {
      const header = this.byte();
      if ((header & 0x0f) === 0) return this.offset;
      // Without a delta the number of the field follows.
      if (header >> 4 === 0) this.varint(5);
      this.value(header & 0x0f, depth);
    }
  }

  private value(of: number, depth: number): void {
    if (of === type.yes || of === type.no) return;
    if (of === type.byte) this.skip(1);
    else if (of === type.i16 || of === type.i32) this.varint(5);
    else if (of === type.i64) this.varint(10);
    else if (of === type.double) this.skip(8);
    else if (of === type.binary) this.skip(this.varint(5));
    else if (of === type.list) this.list(depth + 1);
    else if (of === type.struct) this.struct(depth + 1);
    else throw new Error(`${damaged}it has values of an unknown type`);
  }

  private list(depth: number): void {
    if (depth > maxDepth) throw new Error(`${damaged}its structures are nested too deeply`);
    const header = this.byte();
    const length = header >> 4 === 15 ? this.varint(5) : header >> 4;
    const left = this.view.byteLength - this.offset;
    // Each entry has a byte at least.
    if (length > left) throw new Error(`${damaged}a list claims ${length} entries in ${left} bytes`);
    const of = header & 0x0f;
    const isFlag = of === type.yes || of === type.no;
    for (let entry = 0; entry < length; entry += 1) this.value(isFlag ? type.byte : of, depth);
  }

  private varint(maxBytes: number): number {
    let value = 0;
    for (let at = 0; at < maxBytes; at += 1) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** (7 * at);
      if (byte < 0x80) return value;
    }
    throw new Error(`${damaged}a number does not end`);
  }

  private byte(): number {
    this.skip(1);
    return this.view.getUint8(this.offset - 1);
  }

  private skip(bytes: number): void {
    this.offset += bytes;
    if (this.offset > this.view.byteLength) throw new Error(`${damaged}a structure does not end`);
  }
}
