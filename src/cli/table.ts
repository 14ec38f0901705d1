import { escapeControls } from './escape-controls.js';

/**
 * Aligns rows in columns. A line break in a cell is shown as an escape, like other control characters.
 *
 * @param numbers the columns that are aligned at their right side
 */
export function formatTable(given: readonly (readonly string[])[], numbers: readonly number[] = []): string {
  const rows = given.map((row) => row.map(escapeControls));
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
