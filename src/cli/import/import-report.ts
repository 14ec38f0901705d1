import { formatTable } from '../table.js';
import { type Terminal } from '../terminal.js';
import { type ImportSummary } from './import-summary.js';

/** Columns that are left out if all their cells are 0. */
const seldom = ['skipped', 'warned', 'removed'];

/** What became of the lines of each file, as a table. */
export class ImportReport {
  private readonly files: { name: string; cells: Readonly<Record<string, string>> }[] = [];

  constructor(private readonly isDryRun = false) {}

  add(name: string, summary: ImportSummary): void {
    this.files.push({ name, cells: summary.cells(this.isDryRun) });
  }

  print(terminal: Terminal): void {
    if (this.files.length === 0) return;
    const columns = Object.keys(this.files[0]?.cells ?? {}).filter((column) => this.isWorthSaying(column));
    const rows = this.files.map(({ name, cells }) => [name, ...columns.map((column) => cells[column] ?? '')]);
    const head = ['FILE', ...columns.map((column) => column.toUpperCase())];
    const [first = '', ...rest] = formatTable([head, ...rows], [...head.keys()].slice(1)).split('\n');
    terminal.print(first, 'bold');
    terminal.print(rest.join('\n'));
  }

  private isWorthSaying(column: string): boolean {
    return !seldom.includes(column) || this.files.some(({ cells }) => cells[column] !== '0');
  }
}
