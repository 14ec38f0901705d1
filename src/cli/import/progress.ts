import { type Terminal } from '../terminal.js';
import { type InputFile } from './input-file.js';
import { type ImportSummary } from './import-summary.js';

export interface Progress {
  update(): void;
  /** Writes a line without breaking the progress display. */
  log(line: string): void;
  stop(): void;
}

/** Between lines if the output is not a terminal. */
const reportIntervalMs = 5000;

/** Shows progress as a bar on a terminal, else as a line every few seconds. */
export function createProgress(source: InputFile, summary: ImportSummary, terminal: Terminal): Progress {
  const pace = new Pace(source, summary);
  return terminal.isInteractive ? createBar(source, pace, terminal) : createLines(source, pace, terminal);
}

/** Share done, rate and time left, from the bytes and lines read. */
class Pace {
  private readonly started = performance.now();

  constructor(
    private readonly source: InputFile,
    private readonly summary: ImportSummary,
  ) {}

  /** From 0 to 1; undefined if the size is unknown. */
  get fraction(): number | undefined {
    const { size, bytesRead } = this.source;
    return size === undefined || size === 0 ? undefined : Math.min(bytesRead / size, 1);
  }

  /** `12,000 lines, 3,456 lines/s, 12 s left` */
  toString(): string {
    const seconds = (performance.now() - this.started) / 1000;
    const { fraction = 0 } = this;
    const { read = 0 } = this.summary.counts;
    const rate = Math.round(read / Math.max(seconds, 0.001));
    const left = fraction > 0 ? [`${Math.ceil(seconds / fraction - seconds)} s left`] : [];
    return [`${read.toLocaleString('en')} lines`, `${rate.toLocaleString('en')} lines/s`, ...left].join(', ');
  }
}

function createBar({ name }: InputFile, pace: Pace, terminal: Terminal): Progress {
  const format = pace.fraction === undefined ? '{name} {pace}' : '{name} {bar} {percentage}% {pace}';
  const bar = terminal.showBar(format, { name, pace: pace.toString() });
  return {
    update: () => {
      bar.update(pace.fraction ?? 0, { pace: pace.toString() });
    },
    log: (line) => {
      bar.log(line);
    },
    stop: () => {
      bar.stop();
    },
  };
}

function createLines({ name }: InputFile, pace: Pace, terminal: Terminal): Progress {
  let last = performance.now();
  return {
    update: () => {
      if (performance.now() - last < reportIntervalMs) return;
      last = performance.now();
      const percent = pace.fraction === undefined ? '' : ` ${Math.floor(pace.fraction * 100)}%,`;
      terminal.log(`${name}:${percent} ${pace.toString()}`);
    },
    log: (line) => {
      terminal.log(line);
    },
    stop: () => undefined,
  };
}
