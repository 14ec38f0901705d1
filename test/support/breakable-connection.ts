import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can be cut and mended. */
export interface BreakableConnection {
  url: string;
  /** Breaks what is open, and refuses what is new. */
  cut(): void;
  mend(): Promise<void>;
}

/** Stands between the service and the server of `target`, on a port of its own. */
export async function breakableConnection(target: string): Promise<BreakableConnection> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname);
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const cut = () => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  };
  return {
    url: Object.assign(new URL(target), { host: `127.0.0.1:${own}` }).href,
    cut,
    mend: () => listen(own),
  };
}
