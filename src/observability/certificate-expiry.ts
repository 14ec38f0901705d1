import { once } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect, type DetailedPeerCertificate } from 'node:tls';

const timeoutMs = 5000;

/** `SSLRequest` of PostgreSQL's protocol: length and code. The server answers with `S` if it has TLS. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * When the first certificate of the chain that a server sends expires. Its authority often expires with it, and a renewed
 * authority is the one that breaks connections.
 *
 * @param url with the protocol `https:`, or that of PostgreSQL
 * @throws Error if the server does not answer in five seconds, or speaks no TLS
 */
export async function certificateExpiry({ hostname, port, protocol }: URL): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const isPostgresql = protocol !== 'https:';
  const signal = AbortSignal.timeout(timeoutMs);
  const plain = connectTcp({ host, port: Number(port || (isPostgresql ? 5432 : 443)) });
  try {
    await once(plain, 'connect', { signal });
    if (isPostgresql) await requestTls(plain, signal);
    const name = isIP(host) === 0 ? { servername: host } : {};
    // Only the date is read, and nothing is sent: whether the certificate is trusted is checked by the connection itself.
    const socket = connect({ socket: plain, ...name, rejectUnauthorized: false });
    await once(socket, 'secureConnect', { signal });
    const chain = chainOf(socket.getPeerCertificate(true));
    return new Date(Math.min(...chain.map(({ valid_to }) => Date.parse(valid_to))));
  } finally {
    plain.destroy();
  }
}

async function requestTls(socket: Socket, signal: AbortSignal): Promise<void> {
  socket.write(sslRequest);
  const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
  if (answer.toString() !== 'S') throw new Error('The server does not support TLS');
}

/** A root is its own issuer, and a server may leave the authority out. */
function chainOf(certificate: DetailedPeerCertificate | undefined): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = [];
  for (let next = certificate; next !== undefined && !chain.includes(next); next = next.issuerCertificate)
    chain.push(next);
  return chain;
}
