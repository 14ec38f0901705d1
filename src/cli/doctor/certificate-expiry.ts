import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect, type DetailedPeerCertificate } from 'node:tls';

const timeoutMs = 5000;

/**
 * When the first certificate of the chain that a server sends expires. Its authority often expires with it, and a renewed
 * authority is the one that breaks connections.
 *
 * @throws Error if the server does not answer in five seconds, or speaks no TLS
 */
export async function certificateExpiry({ hostname, port }: URL): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) === 0 ? { servername: host } : {};
  // Only the date is read, and nothing is sent: whether the certificate is trusted is checked by the connection itself.
  const socket = connect({ host, port: Number(port || 443), ...name, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(timeoutMs) });
    const chain = chainOf(socket.getPeerCertificate(true));
    return new Date(Math.min(...chain.map(({ valid_to }) => Date.parse(valid_to))));
  } finally {
    socket.destroy();
  }
}

/** A root is its own issuer, and a server may leave the authority out. */
function chainOf(certificate: DetailedPeerCertificate | undefined): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = [];
  for (let next = certificate; next !== undefined && !chain.includes(next); next = next.issuerCertificate)
    chain.push(next);
  return chain;
}
