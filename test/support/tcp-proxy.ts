import { connect, createServer, type Socket } from 'node:net';
import { listen } from '../../dev/services/free-port.js';

/** A TCP proxy in front of a server, which simulates network failures. */
export interface TcpProxy {
  /** The URL of the server, with the proxy's address. */
  url: string;
  /** Closes all connections and rejects new ones. */
  disconnect(): void;
  /** Forwards nothing, while connections stay open and new ones are accepted. */
  freeze(): void;
  /** Forwards nothing on the connections that are open now, as if they had died without a sign. New ones work. */
  silence(): void;
  /** Ends `freeze`: forwards what was sent in the meantime. */
  resume(): void;
  /** Accepts connections again after `disconnect`. */
  reconnect(): Promise<void>;
}

/** @param onConnection called with each client's socket */
export async function startTcpProxy(target: string, onConnection?: (client: Socket) => void): Promise<TcpProxy> {
  const { protocol, hostname, port } = new URL(target);
  /** Each socket with the one that it is piped to. A client of a frozen proxy has none yet. */
  const sockets = new Map<Socket, Socket | undefined>();
  let frozen = false;
  const forward = (client: Socket) => {
    const upstream = connect(Number(port || (protocol === 'http:' ? 80 : 5432)), hostname);
    onConnection?.(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.set(socket, other);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  };
  const server = createServer((client) => {
    if (frozen) sockets.set(client, undefined);
    else forward(client);
  });
  const { host, port: ownPort } = new URL(await listen(server));
  return {
    url: Object.assign(new URL(target), { host }).href,
    disconnect: () => {
      frozen = false;
      server.close();
      for (const socket of sockets.keys()) socket.destroy();
    },
    freeze: () => {
      frozen = true;
      for (const socket of sockets.keys()) socket.unpipe().pause();
    },
    silence: () => {
      for (const socket of sockets.keys()) socket.unpipe().pause();
    },
    resume: () => {
      if (!frozen) return;
      frozen = false;
      for (const [socket, other] of [...sockets]) {
        if (other) socket.pipe(other);
        else forward(socket);
      }
    },
    reconnect: async () => {
      await listen(server, Number(ownPort));
    },
  };
}
