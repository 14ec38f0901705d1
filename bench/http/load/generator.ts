import { EventEmitter, once } from 'node:events';
import autocannon from 'autocannon';
import { percentile } from '../../statistics.js';
import { type Job, type LoadResult, type Preparation } from './job.js';

/** Milliseconds between the samples of autocannon, which ends after a sample. */
const tickMs = 50;

const prepared = new Map<number, Preparation>();

/** The number of responses of earlier bursts, by preparation. */
const received = new Map<number, number>();

/** The load generator. A separate process, so that it does not delay the measured programs. */
process.on('message', (message: Preparation | Job) => {
  if (message.kind === 'prepare') prepared.set(message.id, message);
  else void run(message).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());

async function run({ id, connections, seconds }: Job): Promise<LoadResult> {
  const preparation = prepared.get(id);
  if (!preparation) throw new Error(`There is no preparation ${id}.`);
  const { url, status } = preparation;
  const lists = shares(preparation, connections, received.get(id) ?? 0);
  const times: number[] = [];
  const finished = new EventEmitter();
  let [failed, began] = [0, Infinity];
  const setupClient = (client: autocannon.Client): void => {
    client.setRequests(lists.pop() ?? []);
  };
  // Response times are recorded here, because autocannon's histogram counts whole milliseconds.
  const options = { url, connections, duration: seconds, sampleInt: tickMs, setupClient };
  const done = (error?: Error | null): void => {
    finished.emit(error ? 'error' : 'end', error);
  };
  const instance = autocannon(options, done);
  instance.on('start', () => (began = performance.now()));
  instance.on('reqError', () => (failed += 1));
  instance.on('response', (_client, code, _bytes, milliseconds) => {
    if (code !== status) failed += 1;
    if (performance.now() - began <= seconds * 1000) times.push(milliseconds);
  });
  await once(finished, 'end');
  received.set(id, (received.get(id) ?? 0) + times.length);
  return {
    requests: times.length,
    throughput: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    failed,
  };
}

/**
 * Gives each connection its own part of the requests, so that connections do not send the same request at once. A part
 * continues where the last burst ended, so that rare requests stay rare.
 */
function shares({ requests, order }: Preparation, connections: number, before: number): autocannon.Request[][] {
  const sequence = order ? order.flatMap((at) => requests[at] ?? []) : requests;
  return Array.from({ length: connections }, (_, connection) => {
    // With fewer requests than connections, connections share requests.
    const own = sequence.filter((_request, at) => at % connections === connection % sequence.length);
    const next = Math.floor(before / connections) % own.length;
    const list = [...own.slice(next), ...own.slice(0, next)];
    return list.map((request) => ({ ...request, headers: { ...request.headers } }));
  });
}
