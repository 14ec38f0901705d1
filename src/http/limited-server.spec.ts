import { once } from 'node:events';
import { type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { limitedServer } from './limited-server.js';

describe('a limited server', () => {
  const asked = 20;
  let server: Server;
  let begun: number;
  let closed: number;

  beforeEach(async () => {
    [begun, closed] = [0, 0];
    server = limitedServer((_request, response) => {
      begun += 1;
      response.once('close', () => (closed += 1));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    server.close();
  });

  it('says of every response that its connection has ended, once, also of those whose turn has not come', async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(asked));
    while (begun < asked) await new Promise(setImmediate);
    socket.destroy();
    while (closed < asked) await new Promise(setImmediate);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(closed).toBe(asked);
  });
});
