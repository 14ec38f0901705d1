import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Distinguishes a process from a later one with the same id. */
export interface ProcessInfo {
  readonly command: string;
  readonly started: string;
}

/** The process with this id, if it runs. Reads /proc on Linux, because small images lack `ps`. */
export function processInfo(pid: number): ProcessInfo | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
  } catch {
    return undefined;
  }
}

function fromProc(pid: number): ProcessInfo | undefined {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain spaces, so fields are counted after it: state is the 3rd, start time the 22nd.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? undefined : { command, started: fields[18] ?? '' };
}

function fromPs(pid: number): ProcessInfo {
  const ps = (column: string): string =>
    execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  return { command: ps('command'), started: ps('lstart') };
}
