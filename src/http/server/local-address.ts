import { type Duplex } from 'node:stream';

/**
 * The base address of links if neither `PUBLIC_URL` nor the request names a host. It is right on this machine, and does not
 * disclose where the service runs.
 */
export function localAddress(socket: Duplex): string {
  const port = 'localPort' in socket && typeof socket.localPort === 'number' ? `:${socket.localPort}` : '';
  return `http://localhost${port}`;
}
