import { formatTable, type Terminal } from '../terminal.js';
import { type InputFile } from './input-file.js';
import { type NamedPage } from './formats/collection-reader.js';
import { type Line } from './line-reader.js';
import { countOf } from '../visible-text.js';

/** Columns that are left out if all their cells are 0. */
const hiddenIfZero = ['skipped', 'warned', 'removed'];

/** The outcome of a file. */
export class FileReport {
  /** Whether it was read to its end, and is whole by its format. */
  complete = false;
  /** Why it could not be opened, or be read to its end. */
  fault: string | undefined;
  counts: Counts = {};
  /** Undefined for a file that could not be opened. */
  seconds: number | undefined;
  /** Of a collection: what it says about its page. */
  page: NamedPage | undefined;
  readonly rejected = new ReasonCounts();
  readonly skipped = new ReasonCounts();
  readonly warnings = new ReasonCounts();
  private readonly started = performance.now();

  constructor(readonly name: string) {}

  add(counts: Counts): void {
    this.counts = addCounts(this.counts, counts);
  }

  end(): void {
    this.seconds = (performance.now() - this.started) / 1000;
  }

  /** Whether it has no records. */
  get isEmpty(): boolean {
    return this.complete && !this.counts.read;
  }

  /** Whether it has records, all of them skipped or rejected. */
  get isUnused(): boolean {
    return Boolean(this.counts.read) && !this.counts.used;
  }

  columns(isDryRun: boolean): Record<string, number> {
    const { read = 0, created = 0, changed = 0, rejected = 0, skipped = 0, warned = 0, removed = 0 } = this.counts;
    // `unchanged` includes lines that a later line of the same record replaced.
    const unchanged = read - created - changed - rejected - skipped;
    const stored = isDryRun ? { valid: created } : { new: created, changed, unchanged };
    return { read, ...stored, rejected, skipped, warned, removed };
  }

  toJson(isDryRun: boolean): object {
    const { name, complete, fault, seconds, counts } = this;
    const outcome = { file: name, complete, ...(fault !== undefined && { fault }) };
    if (seconds === undefined) return outcome;
    const { removedReviews = 0, removedCheckins = 0 } = counts;
    return {
      ...outcome,
      ...this.columns(isDryRun),
      removedReviews,
      removedCheckins,
      seconds: Number(seconds.toFixed(3)),
      rejectedReasons: this.rejected.counted(),
      skippedReasons: this.skipped.counted(),
      warnings: this.warnings.counted(),
    };
  }
}

/** The outcome of all files, as a table or for JSON. */
export class ImportReport {
  /** The figures of `--replace-source`. */
  replacement: object | undefined;
  readonly files: FileReport[] = [];

  constructor(private readonly isDryRun = false) {}

  add(name: string): FileReport {
    const file = new FileReport(name);
    this.files.push(file);
    return file;
  }

  /** The counts of all files together. */
  get counts(): Counts {
    return this.files.reduce<Counts>((all, { counts }) => addCounts(all, counts), {});
  }

  /** Whether every line is stored, or skipped beside others that are. */
  get isFullyStored(): boolean {
    return this.files.every(({ complete, isUnused, counts }) => complete && !isUnused && !counts.rejected);
  }

  /** The files that are pages of a web service. */
  get pages(): NamedPage[] {
    return this.files.flatMap(({ page }) => page ?? []);
  }

  toJson(): object {
    const { replacement } = this;
    const files = this.files.map((file) => file.toJson(this.isDryRun));
    return { files, ...(replacement && { replacement }) };
  }

  print(terminal: Terminal): void {
    const all = this.files.flatMap((file) => {
      if (file.seconds === undefined) return [];
      const columns = file.columns(this.isDryRun);
      const rate = Math.round((columns.read ?? 0) / Math.max(file.seconds, 0.001));
      const cells: Record<string, unknown> = { ...columns, seconds: file.seconds.toFixed(1), 'lines/s': rate };
      return [{ name: file.name, cells }];
    });
    if (all.length === 0) return;
    const columns = Object.keys(all[0]?.cells ?? {}).filter(
      (column) => !hiddenIfZero.includes(column) || all.some(({ cells }) => cells[column] !== 0),
    );
    const rows = all.map(({ name, cells }) => [name, ...columns.map((column) => cells[column])]);
    const head = ['FILE', ...columns.map((column) => column.toUpperCase())];
    terminal.print(formatTable([head, ...rows]));
  }
}

/** The time between two lines of progress. */
const reportIntervalMs = 5000;

/** Says every few seconds how much of a file is imported. */
export class Progress {
  private readonly started = performance.now();
  private reported = this.started;

  constructor(
    private readonly file: InputFile,
    private readonly report: FileReport,
    private readonly terminal: Pick<Terminal, 'log'>,
  ) {}

  update(): void {
    if (performance.now() - this.reported < reportIntervalMs) return;
    this.reported = performance.now();
    const { fraction } = this;
    const percent = fraction === undefined ? '' : ` ${Math.floor(fraction * 100)}%,`;
    this.terminal.log(`${this.file.name}:${percent} ${this.pace()}`);
  }

  /** The share of the bytes that is read, from 0 to 1; undefined if the size is unknown. */
  private get fraction(): number | undefined {
    const { size, bytesRead } = this.file;
    return size === undefined || size === 0 ? undefined : Math.min(bytesRead / size, 1);
  }

  /** `12,000 lines, 5 rejected, 3,456 lines/s, 12 s left` */
  private pace(): string {
    const seconds = (performance.now() - this.started) / 1000;
    const { fraction = 0 } = this;
    const { read = 0, rejected = 0 } = this.report.counts;
    const faults = rejected > 0 ? [`${rejected.toLocaleString('en')} rejected`] : [];
    const rate = Math.round(read / Math.max(seconds, 0.001));
    const left = fraction > 0 ? [`${Math.ceil(seconds / fraction - seconds)} s left`] : [];
    return [countOf(read, 'line'), ...faults, `${rate.toLocaleString('en')} lines/s`, ...left].join(', ');
  }
}

/** Counts of lines and records by outcome. An absent count is 0. */
export interface Counts {
  /** Lines, without blank lines. */
  read?: number;
  created?: number;
  changed?: number;
  rejected?: number;
  skipped?: number;
  /** Lines that were stored, that removed a closed place, or that are outside `--bbox`. */
  used?: number;
  /** Stored lines with a value that was left out, or that was kept but is not understood. */
  warned?: number;
  /** Places that were deleted, and the reviews and check-ins that were deleted with them. */
  removed?: number;
  removedReviews?: number;
  removedCheckins?: number;
}

export function addCounts(first: Counts, second: Counts): Counts {
  const names = Object.keys({ ...first, ...second }) as (keyof Counts)[];
  return Object.fromEntries(names.map((name) => [name, (first[name] ?? 0) + (second[name] ?? 0)]));
}

/** The most line numbers that are listed for a reason. */
const maxLineNumbers = 5;

/** The most distinct kinds of reasons, because a file may have any number of them. */
const maxReasons = 40;

const otherReasons = 'other reasons';

/** Where a line is in its file. */
type LinePosition = Pick<Line, 'number' | 'feature'>;

/** `line 3`, or `feature 3` of a collection, which may be one line. */
function nameOf({ number, feature }: LinePosition): string {
  return feature === undefined ? `line ${number}` : `feature ${feature}`;
}

/** `line 3`, `lines 3, 4, …` */
function namesOf([first, ...rest]: readonly LinePosition[], count: number): string {
  if (first === undefined) return '';
  const more = [...rest.map(({ number, feature }) => feature ?? number), ...(count > rest.length + 1 ? ['…'] : [])];
  return more.length === 0 ? nameOf(first) : `${nameOf(first).replace(' ', 's ')}, ${more.join(', ')}`;
}

/** Lines with the same reason, but for the values that the reason quotes. */
interface ReasonKind {
  count: number;
  /** That of the first line. */
  reason: string;
  /** Whether the reasons quote different values. */
  isVaried: boolean;
  /** The first lines. */
  lines: LinePosition[];
}

/** `12 × has no name (lines 3, 8, 9, …)`, `12 × such as id: "a b" must be … (lines 3, 8, …)` */
function formatKind({ count, reason, isVaried, lines }: ReasonKind): string {
  return `${count.toLocaleString('en')} × ${isVaried ? 'such as ' : ''}${reason} (${namesOf(lines, count)})`;
}

/** Counts lines by reason and remembers the first lines of each. */
export class ReasonCounts {
  private readonly byKind = new Map<string, ReasonKind>();

  /** @param given default: the reason without the texts and numbers that it quotes */
  add(reason: string, line: LinePosition, given = reason.replace(/"(?:[^"\\]|\\.)*"|\d+/g, '?')): void {
    const isOther = !this.byKind.has(given) && this.byKind.size >= maxReasons;
    const [kind, example] = isOther ? [otherReasons, otherReasons] : [given, reason];
    const entry = this.byKind.get(kind) ?? { count: 0, reason: example, isVaried: false, lines: [] };
    entry.count += 1;
    entry.isVaried ||= example !== entry.reason;
    if (entry.lines.length < maxLineNumbers) entry.lines.push(line);
    this.byKind.set(kind, entry);
  }

  /** The most frequent first. */
  counted(): object[] {
    return this.kinds().map(({ reason, count, lines }) => {
      const features = lines.flatMap(({ feature }) => feature ?? []);
      return { reason, count, lines: lines.map(({ number }) => number), ...(features.length > 0 && { features }) };
    });
  }

  /** A line for each reason, the most frequent first. */
  list(): string[] {
    return this.kinds().map(formatKind);
  }

  /** The same for the rejected lines of a file. A single one is `FILE:3: id: "a b" must be …`. */
  listOf(file: string): string[] {
    return this.kinds().map((kind) => {
      const [line] = kind.lines;
      if (kind.count > 1 || line === undefined) return `${file}: rejected: ${formatKind(kind)}`;
      return line.feature === undefined
        ? `${file}:${line.number}: ${kind.reason}`
        : `${file}: ${nameOf(line)}: ${kind.reason}`;
    });
  }

  private kinds(): ReasonKind[] {
    return [...this.byKind.values()].sort((first, second) => second.count - first.count);
  }
}
