import { percentile } from '../../statistics.js';
import { type HttpRequest } from '../requests/http-request.js';
import { Connection } from './connection.js';
import { type Job, type LoadResult, type Preparation } from './job.js';

interface Prepared {
  readonly url: URL;
  readonly status: number;
  /** Requests as bytes, in the order of sending. */
  readonly sequence: readonly Buffer[];
  /** The number of requests that earlier bursts have sent. */
  sent: number;
}

const prepared = new Map<number, Prepared>();

/** The load generator. A separate process, so that it does not delay the measured programs. */
process.on('message', (message: Preparation | Job) => {
  if (message.kind === 'prepare') prepare(message);
  else void run(message).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());

function prepare({ id, url, status, requests, order }: Preparation): void {
  const bytes = requests.map((request) => bytesOf(request, new URL(url).host));
  const sequence = order ? order.flatMap((at) => bytes[at] ?? []) : bytes;
  prepared.set(id, { url: new URL(url), status, sequence, sent: 0 });
}

function bytesOf({ method, path, headers, body }: HttpRequest, host: string): Buffer {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host, ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

async function run({ id, connections, seconds }: Job): Promise<LoadResult> {
  const preparation = prepared.get(id);
  if (!preparation) throw new Error(`There is no preparation ${id}.`);
  const { url, status } = preparation;
  const open = await Promise.all(Array.from({ length: connections }, () => Connection.open(url)));
  const times: number[] = [];
  let [requests, failed, bytes] = [0, 0, 0];
  const processor = process.cpuUsage();
  const end = performance.now() + seconds * 1000;
  const send = async (connection: Connection): Promise<void> => {
    for (let began = performance.now(); began < end;) {
      const received = await connection.send(next(preparation)).catch(() => undefined);
      const now = performance.now();
      if (received?.status !== status) failed += 1;
      if (!received) return;
      requests += 1;
      bytes += received.bytes;
      if (now <= end) times.push(now - began);
      began = now;
    }
  };
  await Promise.all(open.map(send));
  for (const connection of open) connection.close();
  const { user, system } = process.cpuUsage(processor);
  return {
    requests,
    throughput: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failed,
    bytes: bytes / requests,
    generator: (user + system) / 1000 / requests,
  };
}

/** Connections take turns, and a burst continues where the last one ended, so that rare requests stay rare. */
function next(preparation: Prepared): Buffer {
  const { sequence } = preparation;
  const request = sequence[preparation.sent++ % sequence.length];
  if (!request) throw new Error('There are no requests.');
  return request;
}
