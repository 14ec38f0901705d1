import { Server } from 'node:net';
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
});
