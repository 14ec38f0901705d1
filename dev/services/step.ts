/** Writes one line to the terminal. */
export type Report = (line: string) => void;

export const report: Report = (line) => process.stdout.write(`${line}\n`);

/** Runs one step of a start and reports how long it took: `  PostgreSQL 18 (embedded) ............ 0.6 s`. */
export async function step<T>(report: Report, label: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  report(stepLine(label, performance.now() - start));
  return result;
}

function stepLine(label: string, milliseconds: number): string {
  return `  ${`${label} `.padEnd(42, '.')} ${(milliseconds / 1000).toFixed(1)} s`;
}
