import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../command-error.js';
import { describeError } from '../describe-error.js';

/** The result of a check. */
export interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failed';
  detail: string;
  /** What the operator does about it. */
  remedy?: string;
}

export function ok(check: string, detail: string): Finding {
  return { check, status: 'ok', detail };
}

export function warning(check: string, detail: string, remedy: string): Finding {
  return { check, status: 'warning', detail, remedy };
}

export function failed(check: string, detail: string, remedy: string): Finding {
  return { check, status: 'failed', detail, remedy };
}

type Findings = Finding | Finding[];

export const deadlineMs = 5000;

/** Runs a check. Without an answer in five seconds it fails. @param report what an error is: a failure, or a warning */
export async function attempt(
  check: string,
  remedy: string,
  run: () => Findings | Promise<Findings>,
  report: typeof failed | typeof warning = failed,
): Promise<Finding[]> {
  const finished = new AbortController();
  const late = async (): Promise<never> => {
    await delay(deadlineMs, undefined, { signal: finished.signal });
    throw new CommandError(`no answer within ${deadlineMs / 1000} s`);
  };
  try {
    return [await Promise.race([run(), late()])].flat();
  } catch (error) {
    return [report(check, describeError(error).split('\n')[0] ?? '', remedy)];
  } finally {
    finished.abort();
  }
}
