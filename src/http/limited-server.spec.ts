import { once } from 'node:events';
import { type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { responseWritten, limitedServer } from './limited-server.js';

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
    expect(received).toBeLessThan(1000);
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
    const response = { closed: false };
    const socket = await serve((_request, written) => {
      written.once('close', () => (response.closed = true));
      void delay(2 * unread).then(() => {
        expect(response.closed).toBe(false);
        // More than the system takes for somebody who does not read.
        written.end(Buffer.alloc(50_000_000));
      });
    }, unread);
    socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    while (!response.closed) await delay(20);
    let read = 0;
    socket.on('data', ({ length }: Buffer) => (read += length)).resume();
    await once(socket, 'close');
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(50_000_000);
  });

  it('cuts a connection whose client does not read a streamed response', async () => {
    const response = { closed: false };
    const socket = await serve((_request, written) => {
      const goOn = () => {
        while (written.write(piece));
      };
      written.once('close', () => (response.closed = true)).on('drain', goOn);
      goOn();
    }, 300);
    socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    while (!response.closed) await delay(20);
    expect(response.closed).toBe(true);
  });

  it('cuts a connection whose client sends bytes instead of reading', async () => {
    const response = { closed: false };
    const socket = await serve((_request, written) => {
      written.once('close', () => (response.closed = true)).end(Buffer.alloc(50_000_000));
    }, 100);
    socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    while (!response.closed) {
      await delay(20);
      socket.write('\r\n');
    }
    expect(response.closed).toBe(true);
  });

  it.each([
    ['than a client may read nothing', 1000, 2],
    ['than a slow reader has for one part', 200, 12],
  ])('keeps a connection whose client waits for the next part for longer %s', async (_, unread, times) => {
    const socket = await serve((_request, response) => {
      // Small, so that the client has read it in time on a busy machine too.
      expect(response.write(Buffer.alloc(100_000))).toBe(false);
      response.once('drain', () => {
        void delay(times * unread).then(() => response.end('the end'));
      });
    }, unread);
    let last = '';
    socket.on('data', (chunk: Buffer) => (last = chunk.subarray(-100).toString()));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
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
