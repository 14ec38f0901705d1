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
export function endOfStruct(view: DataView, offset = 0): number {
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
