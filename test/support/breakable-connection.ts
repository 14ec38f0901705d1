import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut and mended. */
export interface BreakableConnection {
  url: string;
  /** Breaks what is open, and refuses what is new. */
  cut(): void;
  /** Carries nothing any more, though all that is open stays open and what is new is taken: the server is frozen. */
  freeze(): void;
  /** Carries on where it was frozen: what was sent meanwhile arrives late. */
  thaw(): void;
  mend(): Promise<void>;
}

/** Stands between the service and the server of `target`, on a port of its own. */
export async function breakableConnection(target: string): Promise<BreakableConnection> {
  const { hostname, port } = new URL(target);
  /** Each with the other end of its way; one that came while it was frozen has none yet. */
  const sockets = new Map<Socket, Socket | undefined>();
  let frozen = false;
  const carry = (incoming: Socket) => {
    const outgoing = connect(Number(port), hostname);
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
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
  const server = createServer((incoming) => {
    if (frozen) sockets.set(incoming, undefined);
    else carry(incoming);
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const cut = () => {
    frozen = false;
    server.close();
    for (const socket of sockets.keys()) socket.destroy();
  };
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${own}` }).href,
    cut,
    freeze: () => {
      frozen = true;
      for (const socket of sockets.keys()) socket.unpipe().pause();
    },
    thaw: () => {
      if (!frozen) return;
      frozen = false;
      for (const [socket, other] of [...sockets]) {
        if (other) socket.pipe(other);
        else carry(socket);
      }
    },
    mend: () => listen(own),
  };
}
