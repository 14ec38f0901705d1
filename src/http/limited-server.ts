import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { type ConnectionLimit } from './connection-limit.js';

/** Limits of both servers: the API's, and the one of `ADMIN_PORT`. Times in milliseconds. */
export const serverLimits = {
  // A filter may have 4,096 characters, and percent-encoding takes up to 12 bytes for a character. Node's default is 16 KiB.
  maxHeaderSize: 128 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  // Node checks the two timeouts every 30 s by default, so slow connections would live for up to 40 s.
  connectionsCheckingInterval: 3000,
  // Longer than the 60 s of most load balancers. If the service closed a connection first, a request on it could fail.
  keepAliveTimeout: 65_000,
  // validate-request.ts rejects a missing host with a problem document.
  requireHostHeader: false,
};

/** Milliseconds after which a connection is cut if the client does not read what has been written. */
const defaultUnreadTimeoutMs = 12_000;

/**
 * How many times longer a part of a response may take to be read if the client does something meanwhile: reads slowly, or sends
 * bytes, which Node counts as activity of the connection as well.
 */
const slowReadingFactor = 10;

/** Pipelined responses that may wait on a connection. A client that sends more requests is cut off. */
const maxPipelined = 50;

/** Bytes of pipelined responses that may wait behind an unfinished one. A client that asks for more at once is cut off. */
const maxPipelinedBytes = 2_000_000;

/**
 * Event of a response: the service has nothing left to do for now, only the client's reading is outstanding. Emitted when
 * the response has ended, and each time a write meets backpressure. `LoadShedder` releases the slot then.
 */
export const responseWritten = Symbol('response written');

/**
 * Creates a server that slow clients cannot block. Every response emits `close`.
 *
 * @param unreadTimeoutMs how long written data may stay unread before the connection is cut
 * @param connections limits the connections
 */
export function limitedServer(
  listener: RequestListener,
  unreadTimeoutMs = defaultUnreadTimeoutMs,
  connections?: ConnectionLimit,
): Server {
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    closeWithConnection(request, response);
    const slot = connections?.begin(request.socket);
    if (slot) response.once(responseWritten, slot.written).once('close', slot.ended);
    // Node still parses requests that arrived before the connection was cut.
    if (request.socket.destroyed) return;
    limitUnread(request, response, unreadTimeoutMs);
    listener(request, response);
  };
  // Unknown expectations may be ignored (RFC 9110, section 10.1.1). Node would send 417 before any stage runs.
  const server = createServer(serverLimits, onRequest).on('checkExpectation', onRequest);
  return connections ? server.on('connection', connections.accept) : server;
}

/**
 * Cuts the connection if the client stops reading, and emits `responseWritten`.
 *
 * `write` and `end` are wrapped because Node emits no event when a write meets backpressure or when `end` is called while
 * earlier data is unread; it only emits `drain` and `finish` afterwards, which a client that never reads prevents.
 * `server.timeout` is no alternative: it also cuts connections whose response is still being computed.
 */
function limitUnread({ socket }: IncomingMessage, response: ServerResponse, unreadTimeoutMs: number): void {
  let slow: NodeJS.Timeout | undefined;
  const startWait = (): void => {
    // Its `close` has been emitted, so nothing would end the wait.
    if (socket.destroyed) return;
    socket.setTimeout(unreadTimeoutMs);
    slow ??= setTimeout(() => socket.destroy(), slowReadingFactor * unreadTimeoutMs);
  };
  const endWait = (): void => {
    clearTimeout(slow);
    slow = undefined;
  };
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.write = (...args: unknown[]) => {
    const isBelowLimit = write(...args);
    if (!isBelowLimit) {
      // A pipelined response has no socket before its turn. Until then the limit of the response ahead applies.
      if (response.socket) startWait();
      response.emit(responseWritten);
    }
    return isBelowLimit;
  };
  response.end = (...args: unknown[]) => {
    end(...args);
    if (!response.socket && waitingBytes(socket) > maxPipelinedBytes) socket.destroy();
    response.emit(responseWritten);
    return response;
  };
  // The client has read everything, and may wait for the next write.
  response.on('drain', () => {
    endWait();
    socket.setTimeout(0);
  });
  // Node resets the time-out of the socket to keepAliveTimeout once everything has been read, and to none when the next request arrives.
  response.once('prefinish', startWait).once('close', endWait);
}

/**
 * Emits `close` on pipelined responses (RFC 9112, section 9.3.2) when their connection ends. Node emits it only on the
 * response whose turn it is (nodejs/node#40528), so the others would count as in flight for ever.
 */
function closeWithConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.socket) return;
  const queue = queueOf(socket);
  queue.add(response);
  // Each pipelined request holds a slot until the responses ahead of it are read. No usual client sends this many.
  if (queue.size > maxPipelined) socket.destroy();
  response.once('close', () => queue.delete(response));
}

const queues = new WeakMap<Socket, Set<ServerResponse>>();

/** The responses of a connection that wait for the responses ahead of them. */
function queueOf(socket: Socket): Set<ServerResponse> {
  const existing = queues.get(socket);
  if (existing) return existing;
  const queue = new Set<ServerResponse>();
  socket.once('close', () => {
    // Node emits `close` itself on the response that has the socket.
    for (const response of queue) if (!response.socket) response.emit('close');
  });
  queues.set(socket, queue);
  return queue;
}

/** Bytes that are written to the responses of a connection that wait for the responses ahead of them. */
function waitingBytes(socket: Socket): number {
  let bytes = 0;
  for (const response of queueOf(socket)) if (!response.socket) bytes += response.writableLength;
  return bytes;
}
