import { EventEmitter, once } from 'node:events';
import autocannon from 'autocannon';
import { percentile } from '../../statistics.js';
import { type Job, type LoadResult, type Preparation } from './job.js';

/** Milliseconds between looks at the clock. */
const tickMs = 50;

const prepared = new Map<number, Preparation>();

/** How many requests of each were answered in bursts before. */
const answered = new Map<number, number>();

/** The load generator: a process of its own, so that it takes no time from what it measures beyond its share of the machine. */
process.on('message', (message: Preparation | Job) => {
  if (message.kind === 'prepare') prepared.set(message.id, message);
  else void run(message).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit());

async function run({ id, connections, seconds }: Job): Promise<LoadResult> {
  const preparation = prepared.get(id);
  if (!preparation) throw new Error(`Nothing is prepared under ${id}.`);
  const { url, status } = preparation;
  const lists = shares(preparation, connections, answered.get(id) ?? 0);
  const times: number[] = [];
  const finished = new EventEmitter();
  let [refused, begun] = [0, Infinity];
  const setupClient = (client: autocannon.Client): void => {
    client.setRequests(lists.pop() ?? []);
  };
  // Its own histogram counts whole milliseconds.
  const options = { url, connections, duration: seconds, sampleInt: tickMs, setupClient };
  const done = (error?: Error | null): void => {
    finished.emit(error ? 'error' : 'end', error);
  };
  const instance = autocannon(options, done);
  instance.on('start', () => (begun = performance.now()));
  instance.on('reqError', () => (refused += 1));
  instance.on('response', (_client, given, _bytes, milliseconds) => {
    if (given !== status) refused += 1;
    if (performance.now() - begun <= seconds * 1000) times.push(milliseconds);
  });
  await once(finished, 'end');
  answered.set(id, (answered.get(id) ?? 0) + times.length);
  return {
    requests: times.length,
    throughput: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    refused,
  };
}

/**
 * Each connection sends a part of its own: in step with the others, all would ask the same at the same moment. It goes on
 * where the burst before ended, or what is seldom asked would be asked in every burst.
 */
function shares({ requests, order }: Preparation, connections: number, before: number): autocannon.Request[][] {
  const sequence = order ? order.flatMap((at) => requests[at] ?? []) : requests;
  return Array.from({ length: connections }, (_, connection) => {
    // Where there are fewer requests than connections, some share one.
    const own = sequence.filter((_request, at) => at % connections === connection % sequence.length);
    const next = Math.floor(before / connections) % own.length;
    const list = [...own.slice(next), ...own.slice(0, next)];
    return list.map((request) => ({ ...request, headers: { ...request.headers } }));
  });
}
