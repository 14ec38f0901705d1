import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/** What every server of ours takes, and how long a request may take to arrive. */
export const serverLimits = {
  // A filter may have 4,096 characters; percent-encoded, one can take twelve bytes. Node's own limit is 16 KiB.
  maxHeaderSize: 128 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  // Slow connections are looked for more often than Node does, or they live three times their limit.
  connectionsCheckingInterval: 3000,
  // Longer than the minute for which balancers keep a connection: who closes it first must not be the one who is asked.
  keepAliveTimeout: 65_000,
  // readable-request.ts says it as a problem.
  requireHostHeader: false,
};

/** Milliseconds after which a connection is cut on which something has been written, and nobody reads it. */
const longestUnread = 12_000;

/** How many answers may wait for those before them on their connection; whoever asks for more is cut off. */
const longestQueue = 50;

/** What a response says, once or more, when only its reader is waited for: all is written, or as much as goes unread. */
export const handedOver = Symbol('handed over');

/**
 * A server that nobody holds up by being slow, and that tells of every response when it has ended.
 *
 * @param unread milliseconds that what is written may wait for somebody to read of it
 */
export function limitedServer(listener: RequestListener, unread = longestUnread): Server {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    closeWithConnection(request, response);
    // What came with the request that was too many is still read.
    if (request.socket.destroyed) return;
    limitWaiting(request, response, unread);
    listener(request, response);
  };
  // An expectation that is not known may be ignored (RFC 9110, section 10.1.1). Node would refuse it with no word, unseen by us.
  return createServer(serverLimits, answer).on('checkExpectation', answer);
}

/**
 * Cuts the connection when nothing is taken of what was written. An answer that is made piece by piece, as a compressed one
 * is, stops being made until its reader goes on: who waited for its end would wait for ever.
 */
function limitWaiting({ socket }: IncomingMessage, response: ServerResponse, unread: number): void {
  const write = response.write.bind(response) as (...piece: unknown[]) => boolean;
  const end = response.end.bind(response) as (...piece: unknown[]) => ServerResponse;
  response.write = (...piece: unknown[]) => {
    const isTaken = write(...piece);
    if (!isTaken) {
      // Before its turn, the limit is that of the answers before it.
      if (response.socket) socket.setTimeout(unread);
      response.emit(handedOver);
    }
    return isTaken;
  };
  response.end = (...piece: unknown[]) => {
    end(...piece);
    response.emit(handedOver);
    return response;
  };
  // Who has read all may wait for the next piece.
  response.on('drain', () => socket.setTimeout(0));
  // Node takes the limit for idle connections once all has been read, and none when the next request comes.
  response.once('prefinish', () => socket.setTimeout(unread));
}

/**
 * Requests may come one after the other without waiting for answers (RFC 9112, section 9.3.2). Of a response whose turn
 * has not come Node does not say `close` when the connection ends, and whoever counts requests would count it for ever.
 */
function closeWithConnection({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.socket) return;
  const queue = queueOf(socket);
  queue.add(response);
  // Nobody real does so, and each takes a place until those before it have been read.
  if (queue.size > longestQueue) socket.destroy();
  response.once('close', () => queue.delete(response));
}

const queues = new WeakMap<Socket, Set<ServerResponse>>();

/** The responses that wait for those before them on a connection. */
function queueOf(socket: Socket): Set<ServerResponse> {
  const known = queues.get(socket);
  if (known) return known;
  const queue = new Set<ServerResponse>();
  socket.once('close', () => {
    // Of the one whose turn it is, Node says it.
    for (const one of queue) if (!one.socket) one.emit('close');
  });
  queues.set(socket, queue);
  return queue;
}
