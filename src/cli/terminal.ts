import { once } from 'node:events';
import { type Readable, type Writable } from 'node:stream';
import { styleText } from 'node:util';
import { escapeControls } from './visible-text.js';

type Style = Parameters<typeof styleText>[0];

/** A terminal has colours unless NO_COLOR is set or it is too old; files and pipes have none. */
export type TextStream = Writable & { isTTY?: boolean; hasColors?: () => boolean };

/**
 * The streams of a command: results go to the output, messages beside it. Everything that a command prints passes here, and
 * loses its control characters: names and errors come from files and servers, and could rewrite what is on the screen.
 */
export class Terminal {
  constructor(
    readonly input: Readable,
    private readonly output: TextStream,
    private readonly messages: TextStream,
  ) {}

  /** Whether a person reads the messages while the command runs. */
  get isInteractive(): boolean {
    return this.messages.isTTY === true;
  }

  /** Writes lines to the output. Tables and JSON escape the line breaks in their values. */
  print(text: string): void {
    this.output.write(`${escapeLines(text)}\n`);
  }

  printJson(value: unknown): void {
    this.print(JSON.stringify(value, null, 2));
  }

  /** Writes lines to the output as fast as it takes them. Each ends with a line break. */
  async printAll(lines: AsyncIterable<string>, signal: AbortSignal): Promise<void> {
    for await (const line of lines) {
      signal.throwIfAborted();
      if (!this.output.write(escapeLines(line))) await once(this.output, 'drain', { signal });
    }
  }

  /** Writes a line to the messages. Further lines are indented: none of them looks like a message of its own. */
  log(message: string): void {
    this.messages.write(`${indentLines(escapeLines(message))}\n`);
  }

  /** Writes the reason of a failure to the messages. */
  logFailure(message: string): void {
    this.messages.write(`${styled(this.messages, 'red', indentLines(escapeLines(message)))}\n`);
  }

  /** Where Commander writes help and errors. */
  helpOutput() {
    return {
      writeOut: (help: string) => this.output.write(`${help.trimEnd()}\n`),
      writeErr: (help: string) => this.messages.write(`${help.trimEnd()}\n`),
      // The error repeats arguments. Its second line says what to type instead.
      outputError: (error: string) => {
        for (const line of error.trimEnd().split('\n')) this.logFailure(line);
      },
    };
  }
}

/** Escapes each line, and keeps the breaks between them. */
function escapeLines(text: string): string {
  return text.split('\n').map(escapeControls).join('\n');
}

function indentLines(text: string): string {
  return text.replace(/\n(?! {2}|\n|$)/g, '\n  ');
}

/** The text in a style if the stream has colours. */
export function styled(stream: TextStream, style: Style, text: string): string {
  return stream.hasColors?.() ? styleText(style, text, { validateStream: false }) : text;
}

/**
 * Aligns rows in columns, and numbers after the first row and column at their right side. A line break in a cell is shown as an escape, like other
 * control characters.
 */
export function formatTable(given: readonly (readonly unknown[])[]): string {
  const rows = given.map((row) => row.map((cell) => escapeControls(textOf(cell))));
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''));
  const padded = columns.map((cells, column) => {
    const width = Math.max(...cells.map(({ length }) => length));
    const isNumeric = column > 0 && cells.slice(1).every((cell) => /^[\d.,]*$/.test(cell));
    return cells.map((cell) => (isNumeric ? cell.padStart(width) : cell.padEnd(width)));
  });
  return rows
    .map((_, at) =>
      padded
        .map((cells) => cells[at])
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What a cell shows: numbers grouped by thousands, times in ISO 8601, nothing for an absent or empty value. */
function textOf(cell: unknown): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return cell.toLocaleString('en');
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (cell instanceof Date) return cell.toISOString();
  if (Array.isArray(cell)) return cell.join(' ');
  return Object.keys(cell ?? {}).length === 0 ? '' : JSON.stringify(cell);
}

/** A row for each member of a value. */
export function formatMembers(value: object): string {
  return formatTable(Object.entries(value).map(([name, member]): unknown[] => [headOf(name), member]));
}

/** `redirectUris` as `REDIRECT URIS` */
export function headOf(name: string): string {
  return name.replace(/[A-Z]/g, ' $&').toUpperCase();
}

/** Ctrl-C reaches a program twice: from the terminal and from its parent. Signals within this time count as one. */
export const repeatedSignalMs = 500;
