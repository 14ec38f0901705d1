/** The report of an import in words, a line for each file: `places.ndjson: 4 read, 2 new, 0 changed, …`. */
export function reportIn(output: string): string {
  const lines = output.split('\n');
  const at = lines.findIndex((line) => line.startsWith('FILE '));
  const [, ...columns] = cellsOf(lines[at] ?? '');
  const rows = lines
    .slice(at + 1)
    .filter((line) => line !== '')
    .map(cellsOf);
  if (at < 0) return '';
  return rows
    .map(
      ([file, ...cells]) =>
        `${file ?? ''}: ${cells.map((cell, i) => `${cell} ${columns[i]?.toLowerCase() ?? ''}`).join(', ')}`,
    )
    .join('\n');
}

function cellsOf(line: string): string[] {
  return line.trim().split(/ +/);
}
