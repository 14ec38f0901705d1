import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expectFree, servicePort } from './port.js';
import { freePort } from './services/free-port.js';

describe('the port of the service', () => {
  it('is 3000 unless PORT is set', () => {
    expect(servicePort({})).toBe(3000);
    expect(servicePort({ PORT: '' })).toBe(3000);
    expect(servicePort({ PORT: '8080' })).toBe(8080);
  });

  it.each(['0', '65536', '1e3', '80 ', '-1', 'http'])('cannot be %j', (PORT) => {
    expect(() => servicePort({ PORT })).toThrow('PORT must be a number from 1 to 65535.');
  });

  it('must be free; otherwise the message names the port and the variable', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(expectFree(port)).rejects.toThrow(
      `Another program uses port ${port}. Set PORT to a free port: PORT=${port + 1} npm start`,
    );
    server.close();
  });

  it('may become free during the wait', async () => {
    const port = await freePort();
    const server = createServer().listen(port);
    await once(server, 'listening');
    setTimeout(() => server.close(), 300);
    await expect(expectFree(port)).resolves.toBeUndefined();
  });
});
