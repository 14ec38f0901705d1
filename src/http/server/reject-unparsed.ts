import { randomUUID } from 'node:crypto';
import { IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { type Duplex } from 'node:stream';
import { setProblemHeaders, writeProblem } from '../problems/problem-writer.js';
import { ProblemError } from '../problems/problems.js';
import { serverLimits } from './limited-server.js';

/**
 * Sends a problem for bytes that Node's parser rejected (`clientError`), and closes the connection. Node has no response
 * object for them, so the message is written to the socket.
 */
export function rejectUnparsed(error: NodeJS.ErrnoException, socket: Duplex, baseUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const id = randomUUID();
  const problem = toProblem(error.code);
  const { type, body } = writeProblem(problem, { id, baseUrl, problemFormat: 'json' });
  const message = new ServerResponse(new IncomingMessage(new Socket()));
  setProblemHeaders(message, problem, { type, body });
  message.setHeader('X-Request-Id', id);
  message.setHeader('Connection', 'close');
  const headers = message.getHeaderNames().map((name) => `${name}: ${String(message.getHeader(name))}`);
  const statusLine = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`;
  socket.end([statusLine, ...headers, '', body].join('\r\n'));
}

function toProblem(code: string | undefined): ProblemError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError(
        'header_too_large',
        `The request line and headers together may have at most ${serverLimits.maxHeaderSize} bytes.`,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError('request_timeout', 'The request did not arrive in time.');
    case 'HPE_INVALID_URL':
      return new ProblemError('malformed_request', 'The URL contains a character that must be percent-encoded.');
    default:
      return new ProblemError('malformed_request', 'The bytes received are not an HTTP/1.1 request.');
  }
}
