import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Fault } from './fault.js';

/** Longer than the service lets a slow client be: 10 s for a request, 12 s for a response that nobody reads. */
const seconds = 20;

/** Connections to open before the next pause, so that the backlog of the service takes them. */
const burst = 20;
const pauseMs = 50;

/** Files of this process and of the service that are no connections of a client. */
const otherFiles = 1000;

/** The part of its connections that the service gives to one address. */
const addressFraction = 3 / 4;

const byteIntervalMs = 1000;

/** Enough for the reset that the first write to a cut connection gets. */
const resetMs = 500;

/** Half a header, and half a body. */
const partialRequests = [
  'GET /v2/places HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /v2/oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\ngrant_type=',
];

/** Requests whose responses are longer than the buffers of a socket. */
const largeRequests = 'GET /docs/assets/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3);

/** Clients that send a byte a second, clients that read nothing, and connections that are idle after one request. */
export function slowConnections({ slow, idle }: { slow: number; idle: number }): Fault {
  const allowedIdle = Math.min(idle, Math.floor(addressFraction * (openFilesLimit() - otherFiles)) - slow);
  const senders = { cut: 0 };
  const nonReaders = { cut: 0, open: new Set<Socket>() };
  const idleSockets = new Set<Socket>();
  return {
    name: `${slow} slow clients, ${idle.toLocaleString('en')} idle connections`,
    affects: 'none',
    seconds,
    begin: async ({ world }) => {
      const ending = new AbortController();
      const sockets = new Set<Socket>();
      const open = (): Socket => {
        const socket = connect(world.servicePort, '127.0.0.1');
        sockets.add(socket);
        return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      };
      const openSender = (partialRequest: string): void => {
        const socket = open().resume();
        socket.write(partialRequest);
        const timer = setInterval(() => socket.writable && socket.write('a'), byteIntervalMs);
        socket.on('close', () => {
          clearInterval(timer);
          if (ending.signal.aborted) return;
          senders.cut += 1;
          openSender(partialRequest);
        });
      };
      const openNonReader = (): void => {
        const socket = open().pause();
        socket.on('connect', () => nonReaders.open.add(socket));
        socket.on('close', () => (nonReaders.cut += nonReaders.open.delete(socket) ? 1 : 0));
        socket.write(largeRequests);
      };
      const openIdle = (): void => {
        const socket = open();
        // The response: the service has accepted the connection, not only the system.
        socket.on('data', () => idleSockets.add(socket)).on('close', () => idleSockets.delete(socket));
        socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      };
      for (let at = 0; at < slow + allowedIdle; at += 1) {
        if (at >= slow) openIdle();
        else if (at % 2 === 0) openNonReader();
        else openSender(partialRequests[((at - 1) / 2) % 2] ?? '');
        if (at % burst === 0) await delay(pauseMs);
      }
      return () => {
        ending.abort();
        for (const socket of sockets) socket.destroy();
      };
    },
    observe: async () => {
      await delay((seconds - 2) * 1000);
      await writeTwice(nonReaders.open);
      const text =
        `${senders.cut} slow requests were cut and sent again; ${nonReaders.cut} of ${slow / 2} clients that never read were cut; ` +
        `${idleSockets.size} of ${allowedIdle} idle connections stayed open ` +
        `(${idle} wanted, ${openFilesLimit()} open files allowed)`;
      const failed =
        senders.cut < slow / 2 || nonReaders.cut < slow / 2 || allowedIdle <= 0 || idleSockets.size < allowedIdle;
      return { text, failed };
    },
  };
}

/** Closes the sockets that the service has cut: one that never reads notices it by its second write only. */
async function writeTwice(sockets: ReadonlySet<Socket>): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    for (const socket of sockets) socket.write('a');
    await delay(resetMs);
  }
}

/** `ulimit -n` */
function openFilesLimit(): number {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }));
  return Number.isNaN(limit) ? Infinity : limit;
}
