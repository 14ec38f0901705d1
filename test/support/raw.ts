import { connect } from 'node:net';

/** A response as it came over the socket. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends bytes that no HTTP client would send, and reads until the server closes the connection. */
export async function sendRaw(url: string, message: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.setTimeout(10_000, () =>
      socket.destroy(new Error('The server neither responded nor closed the connection')),
    );
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', (error) => {
      // The server may stop reading a long request after its response.
      if (chunks.length > 0) resolve();
      else reject(error);
    });
    socket.on('close', resolve);
    socket.write(message);
  });
  const [head = '', ...rest] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  };
}
