import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../../bench/statistics.js';

const clients = 500;

/** The service must have closed all of them after so many seconds. */
const closedAfter = 15;

/** The limit of the 99th percentile of readiness checks, in milliseconds. */
const maxReadinessMs = 100;

/** What the clients send at once: nothing, half a header, or half a body. */
const partialRequests = [
  '',
  'GET /v2/places HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /v2/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\ngrant_type=',
];

/** Opens connections that send one byte a second and no complete request, and measures readiness meanwhile. */
export async function slowClients(url: string): Promise<{ text: string; failed: boolean }> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const startedAt = performance.now();
  for (let at = 0; at < clients; at += 1) {
    const socket = connect(Number(port), hostname);
    open.add(socket);
    const partial = partialRequests[at % partialRequests.length] ?? '';
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.resume().write(partial);
    if (partial !== '') setInterval(() => socket.writable && socket.write('a'), 1000).unref();
  }
  await delay(500);
  const opened = open.size;
  const times: number[] = [];
  while (open.size > 0 && performance.now() - startedAt < 2 * closedAfter * 1000) {
    const sentAt = performance.now();
    const { ok } = await fetch(`${url}/health/ready`);
    times.push(ok ? performance.now() - sentAt : Infinity);
    await delay(50);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const slowest = times.length === 0 ? Infinity : percentile(times, 0.99);
  const text =
    `${opened} slow clients: ${open.size === 0 ? 'closed' : `${open.size} still open`} after ${seconds.toFixed(1)} s; ` +
    `p99 of ${times.length} readiness checks: ${Math.round(slowest)} ms.`;
  const failed = open.size > 0 || seconds > closedAfter || slowest > maxReadinessMs;
  for (const socket of open) socket.destroy();
  return { text, failed };
}
