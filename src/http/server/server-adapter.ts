import { randomUUID } from 'node:crypto';
import { type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { Server as NetServer } from 'node:net';
import { type Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type Response } from 'express';
import { problemDocument, ProblemError } from '../problems/problems.js';
import { limitedServer, serverLimits } from './limited-server.js';
import { localAddress } from './local-address.js';

/** Connections that the system holds for us until they are taken; a burst of more would meet silence instead of a refusal. */
const backlog = 2048;

/** Milliseconds that a request on a new connection needs to be read. */
const lastRequestMs = 100;

/** Express on a server whose limits are ours, and which answers with a problem what is no HTTP. */
export class ServerAdapter extends ExpressAdapter {
  private listener: RequestListener = this.getInstance();

  /** @param publicUrl what links begin with, where that is set */
  constructor(private readonly publicUrl?: string) {
    super();
  }

  override initHttpServer(): void {
    const server = limitedServer((request, response) => {
      this.listener(request, response);
    });
    server.on('clientError', (error, socket) => {
      refuse(error, socket, this.publicUrl ?? localAddress(socket));
    });
    this.setHttpServer(server);
  }

  override listen(port: number | string, ...rest: unknown[]): Server {
    const server = this.getHttpServer() as Server;
    const [host] = rest.filter((argument) => typeof argument === 'string');
    const [callback] = rest.filter((argument) => typeof argument === 'function');
    return server.listen({ port: Number(port), host, backlog }, callback as (() => void) | undefined);
  }

  /** Nest takes a buffer for an object, which it would write as JSON. */
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!Buffer.isBuffer(body)) return super.reply(response, body, status) as unknown;
    return response.status(status ?? response.statusCode).send(body);
  }

  /** Puts something before Express, which then decides what goes on to it. */
  standBefore(door: (application: RequestListener) => RequestListener): void {
    this.listener = door(this.listener);
  }

  /**
   * Stops to listen, and ends when the last connection has. Node would cut at once those on which no request has begun:
   * also the newest, whose request is about to be read.
   */
  override async close(): Promise<void> {
    const server = this.getHttpServer() as Server;
    if (!server.listening) return;
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    await delay(lastRequestMs);
    server.closeIdleConnections();
    await closed;
  }
}

function refuse(error: NodeJS.ErrnoException, socket: Duplex, baseUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const id = randomUUID();
  const problem = problemOf(error.code);
  const body = JSON.stringify(problemDocument(problem, baseUrl, id));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`,
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${id}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function problemOf(code: string | undefined): ProblemError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ProblemError(
        'header_too_large',
        `The request line and headers may have ${serverLimits.maxHeaderSize} bytes.`,
      );
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ProblemError('request_timeout', 'The request did not arrive in time.');
    case 'HPE_INVALID_URL':
      return new ProblemError('malformed_request', 'The address holds a character that must be percent-encoded.');
    default:
      return new ProblemError('malformed_request', 'This is not an HTTP/1.1 request.');
  }
}
