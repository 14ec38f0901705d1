import { once } from 'node:events';
import { createServer, request as ask } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A proxy that has a service below a path, and takes that path away from what it passes on. */
export interface PrefixProxy {
  /** What the service is reached by. */
  url: string;
  /** Says where the service is, which has to know `url` first. */
  leadTo: (service: string) => void;
  stop: () => void;
}

/** Everything that is not below the path is 404, as with a host that has other services beside this one. */
export async function prefixProxy(prefix: string): Promise<PrefixProxy> {
  let target = '';
  const server = createServer((request, response) => {
    const { url = '', method, headers } = request;
    if (!url.startsWith(`${prefix}/`)) {
      response.writeHead(404).end();
      return;
    }
    const passedOn = ask(target + url.slice(prefix.length), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(response);
    });
    passedOn.on('error', () => response.destroy());
    request.pipe(passedOn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    leadTo: (service) => {
      target = service;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
