import { readFileSync } from 'node:fs';
import { type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type Environment } from '../config/environment.js';
import { type TrustsProxy } from './request-context.js';

/** Descriptors for the process itself, log, metrics and traces, and for connections that are being closed. */
const ownDescriptors = 96;

/** Connections to `ADMIN_PORT`. */
export const adminConnections = 64;

/** Readers of the map file at the same time (`MAP_PMTILES`). Each has the file open. */
export const mapFileReaders = 64;

/** Beside the pools: listeners, probes and background work. */
const otherDatabaseConnections = 24;

/** Searches, index sync and administration at their limits; another node has less, because they share the requests. */
const searchConnections = { first: 96, other: 32 };

/** The part of the connections that one address may have. */
const addressFraction = 3 / 4;

/** Fewer descriptors than the reserve needs still leave this part of them to clients. */
const smallestFraction = 1 / 4;

export interface ConnectionLimits {
  /** Files and connections that the process may open (`ulimit -n`). Infinity if the system does not limit them. */
  openFiles: number;
  maxConnections: number;
  /** Of one address, unless it is that of a proxy. */
  maxOfAddress: number;
}

type Settings = Pick<
  Environment,
  'DATABASE_POOL_SIZE' | 'DATABASE_REPLICA_URLS' | 'ELASTICSEARCH_URL' | 'ADMIN_PORT' | 'MAP_PMTILES'
>;

/** How many connections clients may have, so that PostgreSQL, Elasticsearch and files get the descriptors that they need. */
export function connectionLimits(settings: Settings, openFiles = openFilesLimit()): ConnectionLimits {
  const reserve =
    ownDescriptors +
    settings.DATABASE_POOL_SIZE * (1 + settings.DATABASE_REPLICA_URLS.length) +
    otherDatabaseConnections +
    searchConnections.first +
    searchConnections.other * (settings.ELASTICSEARCH_URL.length - 1) +
    (settings.ADMIN_PORT === undefined ? 0 : adminConnections) +
    (settings.MAP_PMTILES === undefined ? 0 : mapFileReaders);
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
 * `new`: no complete request yet. `idle`: between two requests. `reading`: the client has to read a response. `working`: the
 * service has to write one.
 */
type State = 'new' | 'idle' | 'reading' | 'working';

/** The connections of all clients, or of one address, by state. In each state the one that is in it longest is the first. */
class Connections {
  private readonly byState = {
    new: new Set<Socket>(),
    idle: new Set<Socket>(),
    reading: new Set<Socket>(),
    working: new Set<Socket>(),
  };

  get size(): number {
    return Object.values(this.byState).reduce((sum, { size }) => sum + size, 0);
  }

  /** The connection that can best be closed for another one; undefined if all are working. */
  get expendable(): Socket | undefined {
    const { new: unused, idle, reading } = this.byState;
    for (const sockets of [unused, idle, reading]) for (const socket of sockets) return socket;
    return undefined;
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
  /** Requests whose response has not ended, and those of them whose response the service still writes. */
  unfinished: number;
  unwritten: number;
}

/**
 * Limits the connections of a server. At the limit, a new connection takes the place of the one that has waited longest for its
 * client: clients that send half a request, or nothing, keep nobody out. If all are working, the new one is closed.
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
    const address = networkOf(socket.remoteAddress ?? '');
    const own = this.byAddress.get(address) ?? new Connections();
    const hasMany = own.size >= this.limits.maxOfAddress && !this.isProxy(socket.remoteAddress, 0);
    if (hasMany || this.entries.size >= this.limits.maxConnections) {
      this.closedCount += 1;
      const { expendable } = hasMany ? own : this.all;
      (expendable ?? socket).destroy();
      if (!expendable) return;
      this.forget(expendable);
    }
    this.byAddress.set(address, own);
    this.entries.set(socket, { state: 'new', address, own, unfinished: 0, unwritten: 0 });
    for (const connections of [this.all, own]) connections.move(socket, undefined, 'new');
    socket.once('close', () => {
      this.forget(socket);
    });
  };

  /** A request has arrived. @returns to be called when its response has been written, and when it has ended */
  begin(socket: Socket): { written: () => void; ended: () => void } {
    const entry = this.entries.get(socket);
    if (!entry) return { written: () => undefined, ended: () => undefined };
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

  private update(socket: Socket, entry: Entry): void {
    // It may be closed by now.
    if (!this.entries.has(socket)) return;
    const state = entry.unwritten > 0 ? 'working' : entry.unfinished > 0 ? 'reading' : 'idle';
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

/** One client has all addresses of an IPv6 network of 64 bits. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
