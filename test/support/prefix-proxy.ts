import { createServer } from 'node:http';
import { listen } from '../../dev/services/free-port.js';
import { forward } from './forward.js';

/** A proxy that serves a service below a path, and removes that path from requests. */
export interface PrefixProxy {
  /** The public URL of the service. */
  url: string;
  /** Sets the URL of the service, which needs to know `url` first. */
  leadTo: (service: string) => void;
  stop: () => void;
}

/** Returns 404 for other paths, as a host with other services does. */
export async function prefixProxy(prefix: string): Promise<PrefixProxy> {
  let target = '';
  const server = createServer((request, response) => {
    const { url = '' } = request;
    if (url.startsWith(`${prefix}/`)) forward(request, response, target + url.slice(prefix.length));
    else response.writeHead(404).end();
  });
  return {
    url: `${await listen(server)}${prefix}`,
    leadTo: (service) => {
      target = service;
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
