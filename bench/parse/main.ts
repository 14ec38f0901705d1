import { execFileSync } from 'node:child_process';
import { median } from '../statistics.js';
import { WORK } from './work.js';

/** Milliseconds for the first text of a process, before the code is optimised. */
const COLD_LIMIT = 50;

/** Milliseconds for a text in a warm process. */
const WARM_LIMIT = 10;

const REPETITIONS = 100;

/** Processes per cold text. The fastest counts: other work on the machine disturbed it least. */
const COLD_ATTEMPTS = 3;

/**
 * `npm run bench:parse`: measures how long the most expensive texts block the event loop, from text to Elasticsearch body or
 * errors. Exits with 1 if one takes too long.
 */
function benchmark(): number {
  const rows = [...WORK.keys()].map((name) => ({ name, cold: cold(name), warm: warm(name) }));
  const width = Math.max(...rows.map(({ name }) => name.length));
  for (const { name, cold: first, warm: later } of rows) {
    const mark = first > COLD_LIMIT || later > WARM_LIMIT ? '  too slow' : '';
    process.stdout.write(
      `${name.padEnd(width)}  cold ${first.toFixed(1).padStart(5)} ms  warm ${later.toFixed(2).padStart(6)} ms${mark}\n`,
    );
  }
  return rows.some(({ cold: first, warm: later }) => first > COLD_LIMIT || later > WARM_LIMIT) ? 1 : 0;
}

function cold(name: string): number {
  const attempt = (): number =>
    Number(execFileSync(process.execPath, ['--import', 'tsx', __filename, name], { encoding: 'utf8' }));
  return Math.min(...Array.from({ length: COLD_ATTEMPTS }, attempt));
}

function warm(name: string): number {
  return median(Array.from({ length: REPETITIONS }, () => timeOf(name)));
}

function timeOf(name: string): number {
  const began = performance.now();
  WORK.get(name)?.();
  return performance.now() - began;
}

const [only] = process.argv.slice(2);
if (only === undefined) process.exitCode = benchmark();
else process.stdout.write(String(timeOf(only)));
