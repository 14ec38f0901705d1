import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { responseWritten, limitedServer, ConnectionLimit, connectionLimits } from './limited-server.js';
import { waitUntil } from '../../test/support/retry.js';

const piece = Buffer.alloc(16_384);
describe('limitedServer', () => {
  let server: Server | undefined;

  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  async function serve(listener: RequestListener, unread?: number): Promise<Socket> {
    server = limitedServer(listener, unread).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  }

  /** Serves one request, whose response the test writes. */
  async function serveOne(unread: number): Promise<[Socket, ServerResponse]> {
    let respond: (response: ServerResponse) => void = () => undefined;
    const response = new Promise<ServerResponse>((resolve) => (respond = resolve));
    const socket = await serve((_request, written) => {
      respond(written);
    }, unread);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    return [socket, await response];
  }

  /** Other time-outs of the server take longer. */
  const isClosed = (response: ServerResponse) => once(response, 'close', { signal: AbortSignal.timeout(8000) });

  /** The bytes that a client still receives of a connection that is cut. */
  async function readRest(socket: Socket): Promise<number> {
    let read = 0;
    socket.on('data', ({ length }: Buffer) => (read += length)).resume();
    await once(socket, 'close');
    return read;
  }

  it('emits close once on every response of a connection that ends, pipelined ones too', async () => {
    const asked = 20;
    let [received, closed] = [0, 0];
    const socket = await serve((_request, response) => {
      received += 1;
      response.once('close', () => (closed += 1));
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(asked));
    while (received < asked) await delay(5);
    socket.destroy();
    while (closed < asked) await delay(5);
    await delay(50);
    expect(closed).toBe(asked);
  });

  it('cuts a connection with too many pipelined requests', async () => {
    let received = 0;
    const socket = await serve(() => (received += 1));
    socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000));
    await once(socket, 'close');
    // The first, which has the connection, and fifty that wait behind it.
    expect(received).toBe(51);
  });

  it('cuts a connection whose pipelined responses wait with too many bytes', async () => {
    let sent = 0;
    const socket = await serve((_request, response) => {
      // The first is never answered, so that all others wait for it.
      if (sent > 0) response.end(Buffer.alloc(500_000));
      sent += 1;
    });
    socket.resume().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
    await once(socket, 'close');
    // One without a response, and four whose bodies and headers exceed 2 MB.
    expect(sent).toBe(5);
  });

  it('waits for no client whose connection has ended', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    let added: number | undefined;
    const socket = await serve((_request, response) => {
      response.once('close', () => {
        const before = timers();
        response.write(piece);
        response.end(Buffer.alloc(5_000_000));
        added = timers() - before;
      });
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n', () => setTimeout(() => socket.destroy(), 50));
    while (added === undefined) await delay(20);
    expect(added).toBe(0);
  });

  it('cuts a connection whose client does not read, but not while the response is computed', async () => {
    const unread = 300;
    const [socket, response] = await serveOne(unread);
    socket.pause();
    await delay(2 * unread);
    expect(response.closed).toBe(false);
    // More than the system takes for somebody who does not read.
    response.end(Buffer.alloc(50_000_000));
    await isClosed(response);
    const read = await readRest(socket);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(50_000_000);
  });

  it('cuts a connection whose client does not read a streamed response', async () => {
    const [socket, response] = await serveOne(300);
    socket.pause();
    const goOn = () => {
      while (response.write(piece));
    };
    response.on('drain', goOn);
    goOn();
    await isClosed(response);
    expect(response.writableFinished).toBe(false);
  });

  it('cuts a connection whose client sends bytes instead of reading', async () => {
    const [socket, response] = await serveOne(100);
    socket.pause();
    response.end(Buffer.alloc(50_000_000));
    const sending = setInterval(() => socket.write('\r\n'), 20).unref();
    await isClosed(response);
    clearInterval(sending);
    expect(await readRest(socket)).toBeLessThan(50_000_000);
  });

  it.each([
    ['than a client may read nothing', 1000, 2],
    ['than a slow reader has for one part', 200, 12],
  ])('keeps a connection whose client waits for the next part for longer %s', async (_, unread, times) => {
    const [socket, response] = await serveOne(unread);
    let last = '';
    socket.on('data', (chunk: Buffer) => (last = chunk.subarray(-100).toString()));
    // Small, so that the client has read it in time on a busy machine too.
    expect(response.write(Buffer.alloc(100_000))).toBe(false);
    await once(response, 'drain');
    await delay(times * unread);
    response.end('the end');
    await once(socket, 'close');
    expect(last).toContain('the end');
  });

  it('emits responseWritten on a pipelined response that waits only for the responses ahead', async () => {
    const written: number[] = [];
    let asked = 0;
    const socket = await serve((_request, response) => {
      const at = (asked += 1);
      response.once(responseWritten, () => written.push(at));
      if (at > 1) response.end('short');
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
    while (written.length < 2) await delay(5);
    expect(written).toEqual([2, 3]);
    socket.destroy();
  });
});

const settings = { DATABASE_POOL_SIZE: 10, ELASTICSEARCH_URL: ['http://h:9200'] };
describe('connectionLimits', () => {
  it('leaves descriptors to PostgreSQL, Elasticsearch and files', () => {
    expect(connectionLimits(settings, 1024)).toEqual({ openFiles: 1024, maxConnections: 670, maxOfAddress: 503 });
    const more = { DATABASE_POOL_SIZE: 100, ELASTICSEARCH_URL: ['a', 'b', 'c'] };
    expect(connectionLimits(more, 1024).maxConnections).toBe(1024 - 344 - 100 - 2 * 32);
  });

  it('leaves a quarter to clients if there are few', () => {
    expect(connectionLimits(settings, 64)).toEqual({ openFiles: 64, maxConnections: 16, maxOfAddress: 12 });
  });

  it('is the limit of this process, or none', () => {
    const { stdout } = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' });
    expect(connectionLimits(settings).openFiles).toBe(Number(stdout));
    expect(connectionLimits(settings, Infinity).maxConnections).toBe(Infinity);
  });
});
describe('ConnectionLimit', () => {
  let server: Server;
  const sockets: Socket[] = [];
  let responses: ServerResponse[] = [];

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    responses = [];
    server.closeAllConnections();
    server.close();
  });

  /** A server that responds to /now at once. */
  async function serve(limit: ConnectionLimit): Promise<void> {
    server = limitedServer(
      (request, response) => {
        if (request.url === '/read') request.resume();
        if (request.url === '/now') response.end('ok');
        else responses.push(response);
      },
      undefined,
      limit,
    ).listen(0, '::');
    await once(server, 'listening');
  }

  interface Client {
    socket: Socket;
    state: { received: string; closed: boolean };
  }

  /** Connects, sends, and waits until the server has responded, works, or has closed the connection. */
  async function open(sent: string, host = '127.0.0.1'): Promise<Client> {
    const requested = responses.length + sent.split(/ \/(?:later|read) /).length - 1;
    const accepted = once(server, 'connection');
    const socket = connect((server.address() as AddressInfo).port, host);
    const state = { received: '', closed: false };
    socket.on('error', () => undefined).on('close', () => (state.closed = true));
    socket.on('data', (data) => (state.received += data.toString()));
    sockets.push(socket);
    await Promise.all([once(socket, 'connect'), accepted]);
    socket.write(sent);
    const isImmediate = / \/now [^]*\r\n\r\n/.test(sent);
    const isHandled = () => responses.length === requested && (!isImmediate || state.received.includes('200 OK'));
    await until(() => state.closed || isHandled());
    return { socket, state };
  }

  const until = (condition: () => boolean) => waitUntil(() => Promise.resolve(condition()), 10);
  /** Waits until some of the clients are closed. A connection that was closed stays closed. */
  const expectClosed = async (clients: Client[], expected: boolean[]): Promise<void> => {
    await until(() => clients.every(({ state }, at) => state.closed || expected[at] === false));
    expect(clients.map(({ state }) => state.closed)).toEqual(expected);
  };
  const half = 'GET /now HTTP/1.1\r\nHost: x\r\nX-Slow';
  const whole = 'GET /now HTTP/1.1\r\nHost: x\r\n\r\n';
  const working = 'GET /later HTTP/1.1\r\nHost: x\r\n\r\n';

  it('closes the oldest connection without a whole request for a new one', async () => {
    const limit = new ConnectionLimit({ maxConnections: 3, maxOfAddress: 3 });
    await serve(limit);
    const [idle, first, second] = [await open(whole), await open(half), await open(half)];
    const third = await open(working);
    await expectClosed([idle, first, second, third], [false, true, false, false]);
    await open(half);
    await expectClosed([idle, second], [false, true]);
    expect([limit.count, limit.closedCount]).toEqual([3, 2]);
  });

  it('closes idle connections, then readers, and none that the service works for', async () => {
    const limit = new ConnectionLimit({ maxConnections: 3, maxOfAddress: 3 });
    await serve(limit);
    const [busy, reader, idle] = [await open(working), await open(working), await open(whole)];
    reader.socket.pause();
    responses[1]?.end(Buffer.alloc(50_000_000));
    const next = await open(working);
    await expectClosed([busy, reader, idle], [false, false, true]);
    const last = await open(working);
    reader.socket.resume();
    await expectClosed([busy, reader, next, last], [false, true, false, false]);
    const rejected = await open(whole);
    await expectClosed([busy, next, last, rejected], [false, false, false, true]);
    responses[0]?.end('done');
    await until(() => busy.state.received.includes('done'));
    expect((await open(whole)).state.received).toContain('200 OK');
  });

  it.each([
    ['a body', 'POST /later HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nhalf='],
    ['a chunked body', 'POST /later HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhalf='],
    ['a body after its response', 'POST /now HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nhalf='],
    ['a body after a whole request', `${whole}POST /later HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nhalf=`],
  ])('closes the oldest connection that has sent half of %s', async (_, sent) => {
    await serve(new ConnectionLimit({ maxConnections: 3, maxOfAddress: 3 }));
    const [idle, first, second] = [await open(whole), await open(sent), await open(sent)];
    const next = await open(working);
    await expectClosed([idle, first, second, next], [false, true, false, false]);
    await expectClosed([await open(whole), second, next], [false, true, false]);
  });

  it.each([
    ['that the service reads', '/read'],
    ['that nobody reads', '/later'],
  ])('keeps a connection whose body %s has arrived', async (_, path) => {
    await serve(new ConnectionLimit({ maxConnections: 1, maxOfAddress: 1 }));
    const busy = await open(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n`);
    await until(() => responses.length === 1);
    busy.socket.write('x'.repeat(500));
    await until(() => responses[0]?.req.complete === true);
    await expectClosed([await open(whole), busy], [true, false]);
  });

  it('closes readers of nothing before new and idle connections if there are more of them', async () => {
    await serve(new ConnectionLimit({ maxConnections: 4, maxOfAddress: 4 }));
    const unread = [await open(working.repeat(2)), await open(working.repeat(2))];
    for (const { socket } of unread) socket.pause();
    for (const response of responses) response.end(Buffer.alloc(900_000));
    const [idle, half] = [await open(whole), await open('GET /now HTTP/1.1\r\nHost: x\r\nX-Slow')];
    const next = await open(working);
    unread[0]?.socket.resume();
    await expectClosed([...unread, idle, half, next], [true, false, false, false, false]);
    unread[1]?.socket.resume();
  });

  it('closes idle connections before new ones if there are more of them', async () => {
    await serve(new ConnectionLimit({ maxConnections: 3, maxOfAddress: 3 }));
    const [first, second] = [await open(whole), await open(whole)];
    const late = await open('');
    const next = await open(working);
    late.socket.write(whole);
    await until(() => late.state.received.includes('200 OK'));
    await expectClosed([first, second, late, next], [true, false, false, false]);
  });

  it('counts no connection that works among the new ones, also behind a new one', async () => {
    await serve(new ConnectionLimit({ maxConnections: 5, maxOfAddress: 5 }));
    const late = await open('');
    const busy = [await open(working), await open(working)];
    const [first, second] = [await open(whole), await open(whole)];
    const next = await open(working);
    await expectClosed([late, ...busy, first, second, next], [false, false, false, true, false, false]);
  });

  it('counts pipelined requests until the last of them has its response', async () => {
    await serve(new ConnectionLimit({ maxConnections: 1, maxOfAddress: 1 }));
    const busy = await open(`${working}${working}`);
    responses[0]?.end('first');
    await until(() => busy.state.received.includes('first'));
    await expectClosed([await open(whole), busy], [true, false]);
    responses[1]?.end('second');
    await until(() => /first[\s\S]*second/.test(busy.state.received));
    expect((await open(whole)).state.received).toContain('200 OK');
    await expectClosed([busy], [true]);
  });

  it('leaves connections to other addresses', async () => {
    await serve(new ConnectionLimit({ maxConnections: 4, maxOfAddress: 2 }));
    const other = await open(half, '::1');
    const own = [await open(working), await open(working)];
    const rejected = await open(working);
    await expectClosed([other, ...own, rejected], [false, false, false, true]);
    expect((await open(whole, '::1')).state.received).toContain('200 OK');
  });

  it('does not limit the address of a proxy, whose connections are those of many clients', async () => {
    await serve(
      new ConnectionLimit({ maxConnections: 4, maxOfAddress: 2 }, (address) => address === '::ffff:127.0.0.1'),
    );
    const clients = [];
    for (let at = 0; at < 4; at += 1) clients.push(await open(working));
    await expectClosed(clients, [false, false, false, false]);
    await expectClosed([await open(working)], [true]);
  });

  it('forgets connections that end', async () => {
    const limit = new ConnectionLimit({ maxConnections: 1, maxOfAddress: 1 });
    await serve(limit);
    const { socket } = await open(working);
    socket.destroy();
    await until(() => limit.count === 0);
    expect((await open(whole)).state.received).toContain('200 OK');
  });
});
