import { StartFailure } from '../../../dev/services/start-failure.js';
import { percentile } from '../../statistics.js';
import { Connection } from './connection.js';

/** A GET request. */
export interface HttpRequest {
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server, and the requests to send to it. */
export interface Target {
  readonly url: string;
  readonly requests: readonly HttpRequest[];
  /** Positions in `requests`, in the order of sending. Absent: one after the other. */
  readonly order?: readonly number[];
  /** The expected status of every response. */
  readonly status: number;
}

/** Requests over keep-alive connections. */
export interface Burst {
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** All responses, those included that came after the end. */
  readonly requests: number;
  /** Responses a second until the end. */
  readonly throughput: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Responses with another status, and failed connections. */
  readonly failed: number;
  /** Milliseconds of processor time that this program uses for a request. */
  readonly generator: number;
}

/** A request to the service, with a token. */
export function get(path: string, token: string): HttpRequest {
  return { path, headers: { authorization: `Bearer ${token}` } };
}

/** Requests as bytes in the order of sending, and how many earlier bursts have sent. */
const prepared = new WeakMap<Target, { readonly sequence: readonly Buffer[]; sent: number }>();

function prepare(target: Target): { readonly sequence: readonly Buffer[]; sent: number } {
  const { host } = new URL(target.url);
  const bytes = target.requests.map(({ path, headers }) => {
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  });
  const preparation = { sequence: target.order?.flatMap((at) => bytes[at] ?? []) ?? bytes, sent: 0 };
  prepared.set(target, preparation);
  return preparation;
}

/** Sends requests that may fail: a cold server may time out on a busy machine. */
export async function warmUp(target: Target, { connections, seconds }: Burst): Promise<LoadResult> {
  const preparation = prepared.get(target) ?? prepare(target);
  const { sequence } = preparation;
  const url = new URL(target.url);
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(url)));
  const times: number[] = [];
  let [requests, failed] = [0, 0];
  const processor = process.cpuUsage();
  const end = performance.now() + seconds * 1000;
  const send = async (connection: Connection): Promise<void> => {
    for (let began = performance.now(); began < end;) {
      // Connections take turns, and a burst continues where the last one ended, so that rare requests stay rare.
      const request = sequence[preparation.sent++ % sequence.length];
      if (!request) throw new StartFailure('There are no requests.');
      const received = await connection.send(request).catch(() => undefined);
      const now = performance.now();
      if (received?.status !== target.status) failed += 1;
      if (!received) return;
      requests += 1;
      if (now <= end) times.push(now - began);
      began = now;
    }
  };
  await Promise.all(open.map(send));
  for (const connection of open) connection.close();
  const { user, system } = process.cpuUsage(processor);
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const generator = (user + system) / 1000 / requests;
  return { requests, throughput: times.length / seconds, p50, p99, failed, generator };
}

/** @throws StartFailure if a request fails */
export async function run(target: Target, burst: Burst): Promise<LoadResult> {
  const result = await warmUp(target, burst);
  if (result.failed === 0) return result;
  const text = `${result.failed} of ${result.requests} responses had another status than ${target.status}`;
  throw new StartFailure(`${text}: ${target.url}${target.requests[0]?.path ?? ''}`);
}
