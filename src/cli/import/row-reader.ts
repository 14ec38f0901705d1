import { readFirstBytes } from './first-bytes.js';
import { describeOtherKind, otherKindOf } from './kind-of-line.js';
import { formatHint, hintBytes } from './formats/format-hint.js';
import { type InputFile } from './input-file.js';
import { type Line, type LongLinePiece, maxLineBytes, readLines } from './line-reader.js';
import { formatFaults, isObject, parseJson, type ParsedRow, validateRow } from './parse-row.js';
import { type RecordKindName, recordKinds } from './record-kinds.js';

/** Splits a file into lines and parses each line into a row. */
export interface RowReader<Row extends object> {
  maxLineBytes: number;
  lines(file: InputFile, interrupted: AbortSignal): AsyncIterable<Line | LongLinePiece>;
  parse(bytes: Buffer): ParsedRow<Row>;
  /** The identifier in a rejected line, not validated; undefined if there is none. */
  idOf(bytes: Buffer): unknown;
  /** What the import says of the file that was read last, such as the columns that it used. */
  notes?(): string[];
}

/** Reads records in the shape of the API, one JSON object per line. */
export function recordLineReader(name: RecordKindName): RowReader<object> {
  const kind = recordKinds[name];
  const maxBytes = kind.maxLineBytes ?? maxLineBytes;
  return {
    maxLineBytes: maxBytes,
    lines: (file, interrupted) => linesOf(file.read(interrupted), maxBytes),
    parse: (bytes) => {
      const parsed = parseJson(bytes);
      if ('rejected' in parsed) return parsed;
      const otherKind = isObject(parsed.value) ? otherKindOf(parsed.value, name) : undefined;
      if (otherKind !== undefined) return { rejected: describeOtherKind(name, otherKind), otherKind };
      return kind.parse?.(parsed.value) ?? validateRow(parsed.value, kind.schema);
    },
    idOf: (bytes) => {
      const parsed = parseJson(bytes);
      return 'value' in parsed && isObject(parsed.value) ? parsed.value.id : undefined;
    },
  };
}

/** @throws Error that names the option which reads the file, if it holds no lines of JSON */
async function* linesOf(bytes: AsyncGenerator<Buffer>, maxBytes: number): AsyncGenerator<Line | LongLinePiece> {
  const { head, whole } = await readFirstBytes(bytes, hintBytes);
  const hint = formatHint(head);
  if (hint === undefined) yield* readLines(whole, maxBytes);
  else {
    await whole.return(undefined);
    throw new Error(hint);
  }
}

/** Rejects lines whose invalid values would be left out (`--strict`). */
export function strictly(reader: RowReader<object>): RowReader<object> {
  return {
    ...reader,
    parse: (bytes) => {
      const result = reader.parse(bytes);
      if (!('row' in result) || (result.faults?.length ?? 0) === 0) return result;
      return { rejected: formatFaults(result.faults ?? []) };
    },
  };
}
