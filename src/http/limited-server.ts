import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { type Environment } from '../config/environment.js';
import { clientNetwork } from './client-network.js';
import { type TrustsProxy } from './request-context.js';

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
  // `validateRequest` rejects a missing host with a problem document.
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
    const slot = connections?.begin(request);
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

/** Connections to `ADMIN_PORT`. */
export const adminConnections = 64;

/** Readers of the map file at the same time (`MAP_PMTILES`). Each has the file open. */
export const mapFileReaders = 64;

/** Descriptors for the process itself, log, metrics and traces, connections that are being closed, background work, and one node of Elasticsearch. */
const ownDescriptors = 216 + adminConnections + mapFileReaders;

/** Of a further node of Elasticsearch: nodes share the requests. */
const nodeConnections = 32;

/** The part of the connections that one address may have. */
const addressFraction = 3 / 4;

/** Clients get at least this part of the descriptors, even if the reserve needs more. */
const smallestFraction = 1 / 4;

export interface ConnectionLimits {
  /** Files and connections that the process may open (`ulimit -n`). Infinity if the system does not limit them. */
  openFiles: number;
  maxConnections: number;
  /** Of one address, unless it is that of a proxy. */
  maxOfAddress: number;
}

type Settings = Pick<Environment, 'DATABASE_POOL_SIZE' | 'ELASTICSEARCH_URL'>;

/** How many connections clients may have, so that PostgreSQL, Elasticsearch and files get the descriptors that they need. */
export function connectionLimits(settings: Settings, openFiles = openFilesLimit()): ConnectionLimits {
  const { DATABASE_POOL_SIZE: pool, ELASTICSEARCH_URL: nodes } = settings;
  const reserve = ownDescriptors + pool + nodeConnections * (nodes.length - 1);
  const maxConnections = Math.max(1, openFiles - reserve, Math.floor(openFiles * smallestFraction));
  return { openFiles, maxConnections, maxOfAddress: Math.max(1, Math.ceil(maxConnections * addressFraction)) };
}

/** Node raises the limit of the process to the hard limit at its start. Windows has none. */
function openFilesLimit(): number {
  if (process.platform === 'linux') {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(soft ?? Infinity);
  }
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isNaN(limit) ? Infinity : limit;
}

/**
 * `receiving`: the client has not sent a whole request, with its body. `idle`: between two requests. `reading`: the client has to read a
 * response. `working`: the service has to write one.
 */
type State = 'receiving' | 'idle' | 'reading' | 'working';

/** The service waits for the client. */
const waitingStates = ['receiving', 'idle', 'reading'] as const satisfies State[];

/** The connections of all clients, or of one address, by state. In each state the one that is in it longest is the first. */
class Connections {
  private readonly byState = {
    receiving: new Set<Socket>(),
    idle: new Set<Socket>(),
    reading: new Set<Socket>(),
    working: new Set<Socket>(),
  };

  /** From the oldest to the newest. */
  get receiving(): Iterable<Socket> {
    return this.byState.receiving;
  }

  get size(): number {
    return Object.values(this.byState).reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * The connection that can best be closed for another one; undefined if all are working. A client that occupies many connections
   * has them in the same state, so those of others are hardly ever closed.
   */
  get expendable(): Socket | undefined {
    const [largest] = waitingStates.map((state) => this.byState[state]).sort((a, b) => b.size - a.size);
    const [oldest] = largest ?? [];
    return oldest;
  }

  move(socket: Socket, from: State | undefined, to: State | undefined): void {
    if (from) this.byState[from].delete(socket);
    if (to) this.byState[to].add(socket);
  }
}

interface Entry {
  state: State;
  address: string;
  own: Connections;
  /** The last request, until the end of its body. Node emits no event for that end unless the body is read. */
  incoming: Pick<IncomingMessage, 'complete'> | undefined;
  /** Requests whose response has not ended, and those of them whose response the service still writes. */
  unfinished: number;
  unwritten: number;
}

/**
 * Limits the connections of a server. At the limit, a new connection takes the place of the oldest one in the state in which most
 * wait for their clients: clients that send nothing, half headers or half a body, or that do not read, keep nobody out. If all are
 * working, the new one is closed.
 */
export class ConnectionLimit {
  private readonly all = new Connections();
  private readonly byAddress = new Map<string, Connections>();
  private readonly entries = new Map<Socket, Entry>();
  /** How many connections were closed because there were too many, since the start. */
  closedCount = 0;

  /** @param isProxy whether connections from an address are those of many clients */
  constructor(
    private readonly limits: Pick<ConnectionLimits, 'maxConnections' | 'maxOfAddress'>,
    private readonly isProxy: TrustsProxy = () => false,
  ) {}

  get count(): number {
    return this.entries.size;
  }

  /** For the event `connection` of a server. */
  readonly accept = (socket: Socket): void => {
    const address = clientNetwork(socket.remoteAddress ?? '');
    const own = this.byAddress.get(address) ?? new Connections();
    const hasMany = own.size >= this.limits.maxOfAddress && !this.isProxy(socket.remoteAddress, 0);
    if (hasMany || this.entries.size >= this.limits.maxConnections) {
      this.closedCount += 1;
      const expendable = this.findExpendable(hasMany ? own : this.all);
      (expendable ?? socket).destroy();
      if (!expendable) return;
      this.forget(expendable);
    }
    this.byAddress.set(address, own);
    this.entries.set(socket, {
      ...{ state: 'receiving', address, own },
      ...{ incoming: { complete: false }, unfinished: 0, unwritten: 0 },
    });
    for (const connections of [this.all, own]) connections.move(socket, undefined, 'receiving');
    socket.once('close', () => {
      this.forget(socket);
    });
  };

  /** A request has arrived. @returns to be called when its response has been written, and when it has ended */
  begin(request: IncomingMessage): { written: () => void; ended: () => void } {
    const { socket } = request;
    const entry = this.entries.get(socket);
    if (!entry) return { written: () => undefined, ended: () => undefined };
    entry.incoming = request;
    entry.unfinished += 1;
    entry.unwritten += 1;
    this.update(socket, entry);
    let isWritten = false;
    const written = (): void => {
      if (isWritten) return;
      isWritten = true;
      entry.unwritten -= 1;
      this.update(socket, entry);
    };
    const ended = (): void => {
      written();
      entry.unfinished -= 1;
      this.update(socket, entry);
    };
    return { written, ended };
  }

  /** Connections may have received the rest of their requests meanwhile. */
  private findExpendable(connections: Connections): Socket | undefined {
    for (const socket of connections.receiving) {
      const entry = this.entries.get(socket);
      if (entry?.incoming?.complete === true) this.update(socket, entry);
    }
    return connections.expendable;
  }

  private update(socket: Socket, entry: Entry): void {
    // It may be closed by now.
    if (!this.entries.has(socket)) return;
    if (entry.incoming?.complete === true) entry.incoming = undefined;
    const state = stateOf(entry);
    if (state === entry.state) return;
    for (const connections of [this.all, entry.own]) connections.move(socket, entry.state, state);
    entry.state = state;
  }

  private forget(socket: Socket): void {
    const entry = this.entries.get(socket);
    if (!entry) return;
    this.entries.delete(socket);
    for (const connections of [this.all, entry.own]) connections.move(socket, entry.state, undefined);
    if (entry.own.size === 0) this.byAddress.delete(entry.address);
  }
}

function stateOf({ incoming, unfinished, unwritten }: Entry): State {
  if (incoming) return 'receiving';
  if (unwritten > 0) return 'working';
  return unfinished > 0 ? 'reading' : 'idle';
}
