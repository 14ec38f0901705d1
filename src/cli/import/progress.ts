import { SingleBar } from 'cli-progress';
import { type Terminal } from '../terminal.js';
import { type Source } from './source.js';
import { type ImportSummary } from './import-summary.js';

/** Shows how far the import of a source is. */
export interface Progress {
  update(): void;
  /** Says something meanwhile. */
  say(line: string): void;
  stop(): void;
}

/** Milliseconds between lines where there is no terminal to draw on. */
const restMs = 5000;

/** A bar on a terminal, a line every few seconds elsewhere. */
export function progressOf(source: Source, tally: ImportSummary, terminal: Terminal): Progress {
  const pace = new Pace(source, tally);
  return terminal.messages.isTTY === true ? bar(source, pace, terminal) : lines(source, pace, terminal);
}

/** How far, how fast and how long still, from what is read of the source. */
class Pace {
  private readonly started = performance.now();

  constructor(
    private readonly source: Source,
    private readonly tally: ImportSummary,
  ) {}

  /** From 0 to 1; undefined when the size is not known. */
  get fraction(): number | undefined {
    const { size, bytesRead } = this.source;
    return size === undefined || size === 0 ? undefined : Math.min(bytesRead / size, 1);
  }

  /** `12,000 lines, 3,456 lines/s, 12 s left` */
  toString(): string {
    const seconds = (performance.now() - this.started) / 1000;
    const rate = Math.round(this.tally.read / Math.max(seconds, 0.001));
    const { fraction = 0 } = this;
    const left = fraction > 0 ? [`${Math.ceil(seconds / fraction - seconds)} s left`] : [];
    return [`${this.tally.read.toLocaleString('en')} lines`, `${rate.toLocaleString('en')} lines/s`, ...left].join(
      ', ',
    );
  }
}

function bar({ name }: Source, pace: Pace, { messages }: Terminal): Progress {
  const isSized = pace.fraction !== undefined;
  const format = isSized ? '{name} {bar} {percentage}% {pace}' : '{name} {pace}';
  const drawn = new SingleBar({
    format,
    stream: messages,
    barsize: 24,
    hideCursor: true,
    clearOnComplete: true,
    // The import has its own way of stopping at Ctrl-C.
    gracefulExit: false,
  });
  drawn.start(1000, 0, { name, pace: pace.toString() });
  return {
    update: () => {
      drawn.update(Math.floor((pace.fraction ?? 0) * 1000), { pace: pace.toString() });
    },
    say: (line) => {
      // Written over the bar, which is drawn again below.
      messages.write(`\r\u001b[K${line}\n`);
    },
    stop: () => {
      drawn.stop();
    },
  };
}

function lines({ name }: Source, pace: Pace, terminal: Terminal): Progress {
  let last = performance.now();
  return {
    update: () => {
      if (performance.now() - last < restMs) return;
      last = performance.now();
      const percent = pace.fraction === undefined ? '' : ` ${Math.floor(pace.fraction * 100)}%,`;
      terminal.say(`${name}:${percent} ${pace.toString()}`);
    },
    say: (line) => {
      terminal.say(line);
    },
    stop: () => undefined,
  };
}
