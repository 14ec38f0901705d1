import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expectFree, servicePort } from './port.js';
import { freePort } from './services/free-port.js';

describe('the port of the service', () => {
  it('is 3000 unless PORT says otherwise', () => {
    expect(servicePort({})).toBe(3000);
    expect(servicePort({ PORT: '' })).toBe(3000);
    expect(servicePort({ PORT: '8080' })).toBe(8080);
  });

  it.each(['0', '65536', '1e3', '80 ', '-1', 'http'])('is not %j', (PORT) => {
    expect(() => servicePort({ PORT })).toThrow('PORT has to be a number from 1 to 65535.');
  });

  it('has to be free; when it is not, the message names it and the variable', async () => {
    const server = createServer().listen(0);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(expectFree(port)).rejects.toThrow(
      `Port ${port} is taken by another program. Set PORT to a free one: PORT=${port + 1} npm start`,
    );
    server.close();
  });

  it('may just become free', async () => {
    const port = await freePort();
    const server = createServer().listen(port);
    await once(server, 'listening');
    setTimeout(() => server.close(), 300);
    await expect(expectFree(port)).resolves.toBeUndefined();
  });
});
