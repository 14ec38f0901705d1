import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../../bench/statistics.js';

const clients = 500;

/** Seconds after which all of them have to be gone. */
const patience = 15;

/** Milliseconds that readiness may take meanwhile, but for one in a hundred. */
const longest = 100;

/** What slow clients have sent so far: nothing, half a header, or half a body. */
const beginnings = [
  '',
  'GET /v2/places HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /v2/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\ngrant_type=',
];

/** Opens connections that send no whole request, a byte a second, and watches readiness beside. */
export async function slowClients(url: string, report: (line: string) => void): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const began = performance.now();
  for (let at = 0; at < clients; at += 1) {
    const socket = connect(Number(port), hostname);
    open.add(socket);
    const beginning = beginnings[at % beginnings.length] ?? '';
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.resume().write(beginning);
    if (beginning !== '') setInterval(() => socket.writable && socket.write('a'), 1000).unref();
  }
  await delay(500);
  const opened = open.size;
  const times: number[] = [];
  while (open.size > 0 && performance.now() - began < 2 * patience * 1000) {
    const asked = performance.now();
    const { ok } = await fetch(`${url}/health/ready`);
    times.push(ok ? performance.now() - asked : Infinity);
    await delay(50);
  }
  const seconds = (performance.now() - began) / 1000;
  const slowest = times.length === 0 ? Infinity : percentile(times, 0.99);
  report(
    `${opened} slow clients: ${open.size === 0 ? 'gone' : `${open.size} still there`} after ${seconds.toFixed(1)} s; ` +
      `readiness at most ${Math.round(slowest)} ms in 99 of 100 of ${times.length} times.`,
  );
  for (const socket of open) socket.destroy();
  return open.size === 0 && seconds <= patience && slowest <= longest;
}
