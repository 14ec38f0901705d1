import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import { ErrorLog } from './error-log.js';
import { ServerAdapter, chain } from './server-adapter.js';
import { type NodeMiddleware, requestContext } from './request-context.js';

/** Opens 20 connections, creates a file, and prints the status of each response. */
const client = `
  const { once } = require('node:events');
  const [port, file] = process.argv.slice(1);
  const sockets = Array.from({ length: 20 }, () => require('node:net').connect(port, '127.0.0.1'));
  const statusOf = async (socket) => {
    socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n');
    return Promise.race([once(socket, 'data').then(([data]) => String(data).slice(9, 12)), once(socket, 'close').then(() => 'closed')])
      .catch(() => 'reset')
      .finally(() => socket.destroy());
  };
  Promise.all(sockets.map((socket) => once(socket, 'connect')))
    .then(() => {
      const all = Promise.all(sockets.map(statusOf));
      require('node:fs').writeFileSync(file, '');
      return all;
    })
    .then((all) => console.log(all.join()));
`;

/** Keeps the event loop busy, so that this process accepts no connection. */
function blockUntil(condition: () => boolean): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  const deadline = performance.now() + 60_000;
  while (!condition() && performance.now() < deadline) Atomics.wait(sleeper, 0, 0, 10);
}
describe('ServerAdapter', () => {
  afterEach(() => jest.restoreAllMocks());

  it('listens with a larger backlog than Node, for bursts', async () => {
    const listen = jest.spyOn(Server.prototype, 'listen');
    const adapter = new ServerAdapter();
    adapter.initHttpServer();
    await new Promise<void>((resolve) => {
      adapter.listen(0, '127.0.0.1', resolve);
    });
    expect(listen.mock.calls[0]?.[0]).toMatchObject({ port: 0, host: '127.0.0.1', backlog: 2048 });
    expect((adapter.getHttpServer() as Server).address()).toMatchObject({ address: '127.0.0.1' });
    await adapter.close();
  });

  it('serves connections that the system has queued when the server stops', async () => {
    const adapter = new ServerAdapter();
    adapter.initHttpServer();
    adapter.runBeforeExpress([(_request, response) => void response.end('served')]);
    await new Promise<void>((resolve) => {
      adapter.listen(0, '127.0.0.1', resolve);
    });
    const { port } = (adapter.getHttpServer() as Server).address() as AddressInfo;
    const folder = mkdtempSync(join(tmpdir(), 'server-adapter-'));
    const connected = join(folder, 'connected');
    const { stdout } = spawn(process.execPath, ['-e', client, '--', String(port), connected]);
    const output = text(stdout);
    blockUntil(() => existsSync(connected));
    const closed = adapter.close();
    expect((await output).trim()).toBe(Array.from({ length: 20 }, () => 200).join());
    rmSync(folder, { recursive: true });
    await closed;
  });

  it('logs at the end how many errors of its stages were not logged', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const debugged = jest.spyOn(Logger.prototype, 'debug').mockImplementation();
    const adapter = new ServerAdapter();
    adapter.initHttpServer();
    adapter.runBeforeExpress([broken]);
    await new Promise<void>((resolve) => {
      adapter.listen(0, '127.0.0.1', resolve);
    });
    const { port } = (adapter.getHttpServer() as Server).address() as AddressInfo;
    for (let n = 0; n < 7; n += 1) await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
    expect(logged).toHaveBeenCalledTimes(5);
    await adapter.close();
    expect(logged).toHaveBeenLastCalledWith({
      msg: 'Repeated: A stage before Express failed',
      type: 'Error',
      omitted: 2,
    });
    for (const spy of [logged, debugged]) spy.mockRestore();
  });

  it('drops a request whose connection closes before the server has stopped', async () => {
    const adapter = new ServerAdapter();
    adapter.initHttpServer();
    const served: unknown[] = [];
    adapter.runBeforeExpress([(request) => void served.push(request)]);
    await new Promise<void>((resolve) => {
      adapter.listen(0, '127.0.0.1', resolve);
    });
    const closed = adapter.close();
    const [open, gone] = [{ socket: { destroyed: false } }, { socket: { destroyed: false } }];
    for (const request of [open, gone]) adapter.handle(request as IncomingMessage, {} as ServerResponse);
    gone.socket.destroyed = true;
    await closed;
    expect(served).toEqual([open]);
  });
});

const broken: NodeMiddleware = () => {
  throw new Error('A fault of a stage');
};

async function get(...stages: NodeMiddleware[]): Promise<Response> {
  const errors = new ErrorLog(new Logger('Pipeline'));
  const server = createServer(chain(stages, (_request, response) => response.end('application'), errors)).listen(0);
  try {
    return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
  }
}
describe('a chain of stages before Express', () => {
  const context = requestContext(
    { PUBLIC_URL: undefined, BASE_PATH: '', EXPLORE: false, TRUST_PROXY: false },
    () => false,
  );

  let logged: jest.SpiedFunction<Logger['error']>;

  beforeEach(() => {
    logged = jest.spyOn(Logger.prototype, 'error').mockImplementation();
  });

  afterEach(() => {
    logged.mockRestore();
  });

  it('runs the stages in order, then the application', async () => {
    const order: string[] = [];
    const stage =
      (name: string): NodeMiddleware =>
      (_request, _response, next) => {
        order.push(name);
        next();
      };
    expect(await (await get(stage('first'), stage('second'))).text()).toBe('application');
    expect(order).toEqual(['first', 'second']);
  });

  it('sends a problem if a stage throws, and logs the error', async () => {
    const response = await get(context, broken);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: 'internal_error' });
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ err: expect.any(Error) }));
  });

  it('closes the connection if not even a problem can be written', async () => {
    await expect(get(broken, context)).rejects.toThrow('fetch failed');
  });
});
