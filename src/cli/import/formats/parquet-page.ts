import { type CompressionCodec, type DataPageHeader, type PageHeader, type SchemaTree } from 'hyparquet';
import { decompressPage } from 'hyparquet/src/datapage.js';
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js';
import { boundedCompressors, checkSize, ClaimError, parquetLimits } from './parquet-limits.js';

type DataPageHeaderV2 = NonNullable<PageHeader['data_page_header_v2']>;

/** Values by which a run may exceed its page: writers fill up the last run. */
const slack = 4096;

/**
 * Checks a page whose header is whole.
 *
 * @returns the number of its values
 * @throws ClaimError
 */
export function checkPage(header: PageHeader, data: Uint8Array, codec: CompressionCodec, path: SchemaTree[]): number {
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
