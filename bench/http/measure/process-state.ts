import { StartFailure } from '../../../dev/services/start-failure.js';

/** The process metrics of the service (`/metrics`). */
export interface ProcessState {
  /** Seconds since the start. */
  readonly cpu: number;
  /** Bytes. */
  readonly resident: number;
  /** p99 of the event loop delay since the last read, in milliseconds. */
  readonly loopDelay: number;
}

/** The metric includes the interval of its timer: prom-client's default, in milliseconds. */
const monitorInterval = 10;

export async function processState(adminUrl: string): Promise<ProcessState> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  return {
    cpu: valueOf(text, 'process_cpu_seconds_total'),
    resident: valueOf(text, 'process_resident_memory_bytes'),
    loopDelay: Math.max(0, valueOf(text, 'nodejs_eventloop_lag_p99_seconds') * 1000 - monitorInterval),
  };
}

function valueOf(text: string, name: string): number {
  const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
  if (found === undefined) throw new StartFailure(`The service has no metric ${name}.`);
  return Number(found);
}
