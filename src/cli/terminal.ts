import { type Readable, type Writable } from 'node:stream';
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** A terminal has colours unless NO_COLOR is set or it is too old; files and pipes have none. */
type TextStream = Writable & { isTTY?: boolean; hasColors?: () => boolean };

/** The streams of a command: results go to `output`, messages to `messages`. */
export class Terminal {
  constructor(
    readonly input: Readable,
    readonly output: TextStream,
    readonly messages: TextStream,
  ) {}

  /** Writes a line to the output. */
  print(line: string): void {
    this.output.write(`${line}\n`);
  }

  /** Writes a line to the messages. */
  log(line: string): void {
    this.messages.write(`${line}\n`);
  }

  /** Writes the reason of a failure to the messages. */
  logFailure(line: string): void {
    this.log(styled(this.messages, 'red', line));
  }
}

export function hasColors(stream: TextStream): boolean {
  return stream.hasColors?.() === true;
}

/** The text in a style if the stream has colours. */
export function styled(stream: TextStream, style: Style, text: string): string {
  return hasColors(stream) ? styleText(style, text, { validateStream: false }) : text;
}
