import { formatHint, otherKindOf, UnknownMembers } from './hints.js';
import { type InputFile, openHead } from './input-file.js';
import { type Line, maxLineBytes, readLines } from './line-reader.js';
import { isObject, parseJson, type ParsedRow, validateRow } from './parse-row.js';
import { type RecordKindName, recordKinds } from './record-kinds.js';

/** Splits one file into lines and parses each line into a row. Another file needs another reader: it may have other columns. */
export interface RowReader<Row extends object> {
  lines(file: InputFile, interrupted: AbortSignal): AsyncIterable<Line>;
  parse(bytes: Buffer): ParsedRow<Row>;
  /** The identifier in a rejected line, not validated; undefined if there is none. */
  idOf(bytes: Buffer): unknown;
  /** Columns of the stored record that no line parsed so far has: they stay unchanged. */
  absentColumns?(): readonly string[];
  /** Notes on the file, such as the columns that were used. The import prints them. */
  notes?(): string[];
}

/** Reads records in the shape of the API, one JSON object per line. */
export function recordLineReader(name: RecordKindName): RowReader<object> {
  const kind = recordKinds[name];
  const maxBytes = kind.maxLineBytes ?? maxLineBytes;
  const unknown = new UnknownMembers(kind.schema);
  return {
    lines: (file, interrupted) => linesOf(file, interrupted, maxBytes),
    parse: (bytes) => {
      const parsed = parseJson(bytes);
      // The message of JSON.parse quotes the line, which may hold a password.
      if ('rejected' in parsed) return name === 'users' ? { rejected: withoutQuote(parsed.rejected) } : parsed;
      const otherKind = isObject(parsed.value) ? otherKindOf(parsed.value, name) : undefined;
      if (otherKind !== undefined)
        return { rejected: `looks like ${otherKind}, not ${name}: \`import ${otherKind}\` reads it`, otherKind };
      unknown.count(parsed.value);
      return kind.parse?.(parsed.value) ?? validateRow(parsed.value, kind.schema);
    },
    idOf: (bytes) => {
      const parsed = parseJson(bytes);
      return 'value' in parsed && isObject(parsed.value) ? parsed.value.id : undefined;
    },
    notes: () => unknown.warnings(),
  };
}

/** `is not JSON: Unexpected token 'x', "…" is not valid JSON` without the quoted text */
function withoutQuote(reason: string): string {
  return reason.replace(/^(is not JSON: Unexpected token) .* is not valid JSON$/s, '$1');
}

/** @throws Error that names the option which reads the file, if it holds no lines of JSON */
async function* linesOf(file: InputFile, interrupted: AbortSignal, maxBytes: number): AsyncGenerator<Line> {
  const { head, stream, close } = await openHead(file, interrupted);
  const hint = formatHint(head);
  if (hint === undefined) yield* readLines(stream, maxBytes);
  else {
    await close();
    throw new Error(hint);
  }
}

/** Changes the result of parsing a line, such as for an option of the command. */
export type RowStep = (result: ParsedRow<object>) => ParsedRow<object>;

/** The reader, with the steps after its `parse`, in their order. */
export function withSteps(reader: RowReader<object>, steps: readonly RowStep[]): RowReader<object> {
  return {
    ...reader,
    parse: (bytes) => {
      let result = reader.parse(bytes);
      for (const step of steps) result = step(result);
      return result;
    },
  };
}
