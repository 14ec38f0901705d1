import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * Stands between the service and PostgreSQL, and counts how often the service waits for an answer: each simple query
 * and each Sync of the extended protocol asks for one.
 */
export class RoundTrips {
  private counted = 0;

  private constructor(
    private readonly server: Server,
    private readonly sockets: Set<Socket>,
  ) {}

  /** The same database, through the counter. */
  static async before(databaseUrl: string): Promise<{ counter: RoundTrips; url: string }> {
    const { hostname, port } = new URL(databaseUrl);
    const sockets = new Set<Socket>();
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const counter = new RoundTrips(server, sockets);
    server.on('connection', (client: Socket) => {
      const behind = connect(Number(port || 5432), hostname);
      client.pipe(behind).pipe(client);
      const read = messages((type) => (counter.counted += type === 'Q' || type === 'S' ? 1 : 0));
      client.on('data', read);
      for (const socket of [client, behind]) {
        sockets.add(socket);
        socket.on('error', () => socket.destroy());
        socket.on('close', () => {
          client.destroy();
          behind.destroy();
        });
      }
    });
    const own = { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) };
    return { counter, url: Object.assign(new URL(databaseUrl), own).href };
  }

  /** Since the last time. */
  take(): number {
    const counted = this.counted;
    this.counted = 0;
    return counted;
  }

  stop(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

/** Finds the types of messages in what a client sends: the first message has no type, only a length. */
function messages(seen: (type: string) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const before = isFirst ? 0 : 1;
      if (rest.length < before + 4) return;
      const length = before + rest.readInt32BE(before);
      if (rest.length < length) return;
      if (!isFirst) seen(String.fromCharCode(rest[0] ?? 0));
      isFirst = false;
      rest = rest.subarray(length);
    }
  };
}
