import { type Duplex } from 'node:stream';

/**
 * What addresses begin with where neither the configuration nor the request says it: of a request without a host, or of
 * bytes that are no request. Right for whoever is on this machine, and it tells nobody else where the service runs.
 */
export function localAddress(socket: Duplex): string {
  const port = 'localPort' in socket && typeof socket.localPort === 'number' ? `:${socket.localPort}` : '';
  return `http://localhost${port}`;
}
