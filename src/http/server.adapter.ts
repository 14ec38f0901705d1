import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import { problemDocument, ProblemError } from './problems.js';

const limits = {
  // A filter may have 4,096 characters; percent-encoded, one can take twelve bytes. Node's own limit is 16 KiB.
  maxHeaderSize: 128 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Slow connections are looked for more often than Node does, or they live three times their limit.
  connectionsCheckingInterval: 3000,
};

/** Express on a server whose limits are ours, and which answers with a problem what is no HTTP. */
export class ServerAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const listener: unknown = this.getInstance();
    const server = createServer(limits, listener as (request: IncomingMessage, response: ServerResponse) => void);
    server.on('clientError', refuse);
    this.setHttpServer(server);
  }
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const problem = tooLarge
    ? new ProblemError('header_too_large', `The request line and headers may have ${limits.maxHeaderSize} bytes.`)
    : new ProblemError('malformed_request', 'This is not an HTTP/1.1 request.');
  const { type: _, ...document } = problemDocument(problem, '', 'unread');
  const body = JSON.stringify(document);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${tooLarge ? 'Request Header Fields Too Large' : 'Bad Request'}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
