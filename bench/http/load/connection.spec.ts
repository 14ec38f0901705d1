import { createServer, type Server } from 'node:http';
import { listen } from '../../../dev/services/free-port.js';
import { Connection } from './connection.js';

const body = 'x'.repeat(100_000);

describe('Connection', () => {
  let server: Server;
  let connection: Connection;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/whole') response.writeHead(201, { 'Content-Length': body.length }).end(body);
      else if (request.url === '/close') response.destroy();
      else {
        response.writeHead(200);
        response.write(body);
        setTimeout(() => response.end(body), 10);
      }
    });
    connection = await Connection.open(new URL(await listen(server)));
  });

  afterAll(() => {
    connection.close();
    server.closeAllConnections();
    server.close();
  });

  const send = (path: string) => connection.send(Buffer.from(`GET ${path} HTTP/1.1\r\nhost: any\r\n\r\n`));

  it('reads responses with a length and in chunks, one after the other', async () => {
    for (const [path, status, least] of [
      ['/whole', 201, body.length],
      ['/chunked', 200, 2 * body.length],
      ['/whole', 201, body.length],
    ] as const) {
      const received = await send(path);
      expect(received.status).toBe(status);
      expect(received.bytes).toBeGreaterThan(least);
      expect(received.bytes).toBeLessThan(least + 400);
    }
  });

  it('fails if the server closes the connection', async () => {
    await expect(send('/close')).rejects.toThrow('closed');
  });
});
