import { formatTable, type Terminal } from '../terminal.js';
import { addCounts, type Counts, type ImportSummary, type FaultCounts, type ReasonCounts } from './import-counts.js';
import { type InputFile } from './input-file.js';
import { countOf } from '../visible-text.js';

/** Columns that are left out if all their cells are 0. */
const seldom = ['skipped', 'warned', 'removed'];

/** What became of a file. */
interface FileReport {
  name: string;
  /** Whether it was read to its end, and is whole by its format. */
  complete: boolean;
  /** Why it could not be opened, or be read to its end. */
  fault: string | undefined;
  summary: ImportSummary;
  rejected: ReasonCounts;
  skipped: ReasonCounts;
  warnings: FaultCounts;
}

interface ReadFile extends FileReport {
  figures: Readonly<Record<string, number>>;
  seconds: number;
}

type Entry = { name: string; complete: false; fault: string } | ReadFile;

/** What became of the lines of each file, as a table or for JSON. */
export class ImportReport {
  /** What `--replace-source` has done. */
  replacement: object | undefined;
  /** The languages whose inflections the index finds. */
  languages: readonly string[] | undefined;
  private readonly files: Entry[] = [];

  constructor(private readonly isDryRun = false) {}

  add(file: FileReport): void {
    const { summary } = file;
    this.files.push({ ...file, figures: summary.figures(this.isDryRun), seconds: summary.seconds });
  }

  /** @param fault why it could not be opened */
  addUnopened(name: string, fault: string): void {
    this.files.push({ name, complete: false, fault });
  }

  /** The counts of all files together. */
  get counts(): Counts {
    return this.files.reduce<Counts>(
      (all, file) => ('summary' in file ? addCounts(all, file.summary.counts) : all),
      {},
    );
  }

  toJson(): object {
    const files = this.filesAsJson();
    const { replacement, languages } = this;
    return { files, ...(replacement && { replacement }), ...(languages && { languages }) };
  }

  private filesAsJson(): object[] {
    return this.files.map((file) => {
      const { name, complete, fault } = file;
      const outcome = { file: name, complete, ...(fault !== undefined && { fault }) };
      if (!('figures' in file)) return outcome;
      const { removedReviews = 0, removedCheckins = 0 } = file.summary.counts;
      return {
        ...outcome,
        ...file.figures,
        removedReviews,
        removedCheckins,
        seconds: Number(file.seconds.toFixed(3)),
        rejectedReasons: file.rejected.counted(),
        skippedReasons: file.skipped.counted(),
        warnings: file.warnings.counted(),
      };
    });
  }

  print(terminal: Terminal): void {
    const all = this.files.flatMap((file) => ('figures' in file ? [{ name: file.name, cells: cellsOf(file) }] : []));
    if (all.length === 0) return;
    const columns = Object.keys(all[0]?.cells ?? {}).filter(
      (column) => !seldom.includes(column) || all.some(({ cells }) => cells[column] !== '0'),
    );
    const rows = all.map(({ name, cells }) => [name, ...columns.map((column) => cells[column] ?? '')]);
    const head = ['FILE', ...columns.map((column) => column.toUpperCase())];
    const [first = '', ...rest] = formatTable([head, ...rows], [...head.keys()].slice(1)).split('\n');
    terminal.print(first, 'bold');
    terminal.print(rest.join('\n'));
  }
}

function cellsOf({ figures, seconds }: Pick<ReadFile, 'figures' | 'seconds'>): Record<string, string> {
  const rate = Math.round((figures.read ?? 0) / Math.max(seconds, 0.001));
  const counts = Object.entries(figures).map(([name, count]): [string, string] => [name, count.toLocaleString('en')]);
  return { ...Object.fromEntries(counts), seconds: seconds.toFixed(1), 'lines/s': rate.toLocaleString('en') };
}

interface Progress {
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
    return [countOf(read, 'line'), `${rate.toLocaleString('en')} lines/s`, ...left].join(', ');
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
