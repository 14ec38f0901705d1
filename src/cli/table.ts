import { withoutControls } from './without-controls.js';

/**
 * Aligns rows in columns. Names come from imported files: control characters in them are shown, not sent to the terminal.
 *
 * @param numbers the columns that are aligned at their right side
 */
export function formatTable(given: readonly (readonly string[])[], numbers: readonly number[] = []): string {
  const rows = given.map((row) => row.map(withoutControls));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return numbers.includes(column) ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
