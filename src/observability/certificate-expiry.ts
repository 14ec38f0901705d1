import { isIP } from 'node:net';
import { connect, type DetailedPeerCertificate } from 'node:tls';

const timeoutMs = 5000;

/**
 * When the first certificate of the chain that a server sends expires. Its authority often expires with it, and a renewed
 * authority is the one that breaks connections.
 *
 * @throws Error if the server does not answer in five seconds, or speaks no TLS
 */
export function certificateExpiry({ hostname, port }: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    // Only the date is read, and nothing is sent: whether the certificate is trusted is checked by the connection itself.
    const name = isIP(host) === 0 ? { servername: host } : {};
    const options = { host, ...name, port: Number(port || 443), rejectUnauthorized: false };
    const socket = connect(options, () => {
      const chain = chainOf(socket.getPeerCertificate(true));
      socket.destroy();
      resolve(new Date(Math.min(...chain.map(({ valid_to }) => Date.parse(valid_to)))));
    });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no response within ${timeoutMs / 1000} s`)));
    socket.once('error', reject);
  });
}

/** A root is its own issuer, and a server may leave the authority out. */
function chainOf(certificate: DetailedPeerCertificate | undefined): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = [];
  for (let next = certificate; next !== undefined && !chain.includes(next); next = next.issuerCertificate)
    chain.push(next);
  return chain;
}
