import { formatTable } from '../table.js';
import { type Terminal } from '../terminal.js';
import { addCounts, type Counts, type ImportSummary } from './import-summary.js';
import { type FaultCounts, type ReasonCounts } from './reason-counts.js';

/** Columns that are left out if all their cells are 0. */
const seldom = ['skipped', 'warned', 'removed'];

/** What became of a file. */
export interface FileReport {
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
    return { files, ...(this.replacement && { replacement: this.replacement }) };
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
