import { type Readable, type Writable } from 'node:stream';

/** The streams of a command: results go to `output`, messages to `messages`. */
export class Terminal {
  constructor(
    readonly input: Readable,
    readonly output: Writable,
    readonly messages: Writable & { isTTY?: boolean },
  ) {}

  /** Writes a line to the output. */
  print(line: string): void {
    this.output.write(`${line}\n`);
  }

  /** Writes a line to the messages. */
  log(line: string): void {
    this.messages.write(`${line}\n`);
  }
}
