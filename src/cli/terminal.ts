import { type Readable, type Writable } from 'node:stream';

/** Where a command reads from and writes to: results to `output`, what is said about the work to `messages`. */
export class Terminal {
  constructor(
    readonly input: Readable,
    readonly output: Writable,
    readonly messages: Writable & { isTTY?: boolean },
  ) {}

  /** Writes a line of the result. */
  print(line: string): void {
    this.output.write(`${line}\n`);
  }

  /** Writes a line about the work. */
  say(line: string): void {
    this.messages.write(`${line}\n`);
  }
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return new Terminal(process.stdin, process.stdout, process.stderr);
}
