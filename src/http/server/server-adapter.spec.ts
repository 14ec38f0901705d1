import { spawn } from 'node:child_process';
import { type AddressInfo, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { ServerAdapter } from './server-adapter.js';

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
    const request = `fetch('http://127.0.0.1:${port}').then(({ status }) => status).catch(() => 'reset')`;
    const client = spawn(process.execPath, [
      '-e',
      `Promise.all(Array.from({ length: 20 }, () => ${request})).then((all) => console.log(all.join()))`,
    ]);
    const output = text(client.stdout);
    const closed = Promise.resolve().then(() => {
      // The client connects while this process is busy.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
      return adapter.close();
    });
    expect((await output).trim()).toBe(Array.from({ length: 20 }, () => 200).join());
    await closed;
  });
});
