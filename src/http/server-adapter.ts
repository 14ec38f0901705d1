import { type RequestListener, type Server, IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { Server as NetServer, Socket } from 'node:net';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { type Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import { type Express, type Response } from 'express';
import { Logger } from '@nestjs/common';
import { type TrustsProxy, type NodeMiddleware, localUrl } from './request-context.js';
import { sendBody } from './response.js';
import { ConnectionLimit, limitedServer, serverLimits } from './limited-server.js';
import { ErrorLog } from './error-log.js';
import { sendProblem, setProblemHeaders, writeProblem } from './problem-writer.js';
import { ProblemError } from './problems.js';

/** New connections that the system queues until the service accepts them. A burst above it would get no response at all. */
const backlog = 2048;

/** Milliseconds in which the service reads the first request of a new connection. */
const firstRequestMs = 100;

/** The server stops listening after as many turns of the event loop without a new connection, or after this time. */
const quietTurns = 3;

const acceptMs = 1000;

/** Express on a server with our limits and with stages before Express. */
export class ServerAdapter extends ExpressAdapter {
  readonly connections: ConnectionLimit;
  private listener: RequestListener = this.getInstance();
  private readonly errors = new ErrorLog(new Logger('Pipeline'));

  /**
   * @param publicUrl what links start with, if it is configured
   * @param basePath follows the address of the request otherwise
   * @param connectionLimits no limit in tests
   */
  constructor(
    private readonly publicUrl?: string,
    private readonly basePath = '',
    connectionLimits = { maxConnections: Infinity, maxOfAddress: Infinity },
  ) {
    super();
    const isProxy: TrustsProxy = (address, hop) =>
      (this.getInstance<Express>().get('trust proxy fn') as TrustsProxy)(address, hop);
    this.connections = new ConnectionLimit(connectionLimits, isProxy);
  }

  /** Requests that wait until the server has stopped listening. */
  private held: (() => void)[] | undefined;

  /** Passes a request to the first stage. */
  readonly handle: RequestListener = (request, response) => {
    if (this.held)
      this.held.push(() => {
        if (!request.socket.destroyed) this.listener(request, response);
      });
    else this.listener(request, response);
  };

  /** Puts stages before Express, in the order in which a request passes them. */
  runBeforeExpress(stages: readonly NodeMiddleware[]): void {
    this.listener = chain(stages, this.getInstance<RequestListener>(), this.errors);
  }

  override initHttpServer(): void {
    const server = limitedServer(this.handle, undefined, this.connections);
    server.on('clientError', (error, socket) => {
      rejectUnparsed(error, socket, this.publicUrl ?? `${localUrl(socket)}${this.basePath}`);
    });
    this.setHttpServer(server);
  }

  /** Nest's `listen()` takes a port, a host and a callback, but no backlog. */
  override listen(port: number | string, ...rest: unknown[]): Server {
    const server = this.getHttpServer() as Server;
    const [host] = rest.filter((argument) => typeof argument === 'string');
    const [callback] = rest.filter((argument) => typeof argument === 'function');
    return server.listen({ port: Number(port), host, backlog }, callback as (() => void) | undefined);
  }

  /** A Buffer is a body whose headers and status the interceptors have set. Express sends anything else. */
  override reply(response: Response, body: unknown, status?: number): unknown {
    if (!Buffer.isBuffer(body)) return super.reply(response, body, status) as unknown;
    sendBody(body, response.req, response);
    return response;
  }

  /**
   * Stops listening, and resolves once all connections have ended. Node's `http.Server.close()` closes idle connections at
   * once. That includes accepted connections whose first request has not been read yet (nodejs/node#63452), so that
   * request would fail. Hence the `close()` of `net.Server`, and the idle connections later.
   */
  override async close(): Promise<void> {
    const server = this.getHttpServer() as Server;
    if (!server.listening) return;
    await this.acceptQueued(server);
    const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    for (const handle of this.held ?? []) handle();
    this.held = undefined;
    await delay(firstRequestMs);
    server.closeIdleConnections();
    await closed;
    this.errors.endWindow();
  }

  /**
   * The system resets connections that it has queued when a server stops listening. Node accepts one of them in each turn of
   * the event loop. Requests wait meanwhile, so that turns are short and hardly any connection arrives in the last one.
   */
  private async acceptQueued(server: Server): Promise<void> {
    this.held = [];
    let accepted = 0;
    const count = (): number => (accepted += 1);
    server.on('connection', count);
    const deadline = performance.now() + acceptMs;
    for (let before = -1; before < accepted && performance.now() < deadline;) {
      before = accepted;
      for (let turn = 0; turn < quietTurns; turn += 1) await setImmediate();
    }
    server.off('connection', count);
  }
}

/** @returns a listener that runs the stages in order, and then the application. If a stage throws, it sends a 500. */
export function chain(
  stages: readonly NodeMiddleware[],
  application: RequestListener,
  errors: ErrorLog,
): RequestListener {
  const run = stages.reduceRight<RequestListener>(
    (next, stage) => (request, response) => {
      stage(request, response, () => {
        next(request, response);
      });
    },
    application,
  );
  return (request, response) => {
    try {
      run(request, response);
    } catch (error) {
      errors.error({ msg: 'A stage before Express failed', err: error });
      fail(request, response);
    }
  };
}

function fail(request: IncomingMessage, response: ServerResponse): void {
  // Without a context, which the stage `request-context.ts` sets, a problem document cannot be written.
  if (response.headersSent || !('context' in request)) response.destroy();
  else sendProblem(request, response, new ProblemError('internal_error', 'The request failed. Retry later.'));
}

/**
 * Sends a problem for bytes that Node's parser rejected (`clientError`), and closes the connection. Node has no response
 * object for them, so the message is written to the socket.
 */
function rejectUnparsed(error: NodeJS.ErrnoException, socket: Duplex, baseUrl: string): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const id = randomUUID();
  const problem = toProblem(error.code);
  const failure = writeProblem(problem, 'json', { id, baseUrl });
  const message = new ServerResponse(new IncomingMessage(new Socket()));
  setProblemHeaders(message, problem, failure);
  message.setHeader('X-Request-Id', id);
  message.setHeader('Connection', 'close');
  const headers = message.getHeaderNames().map((name) => `${name}: ${String(message.getHeader(name))}`);
  const statusLine = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`;
  socket.end([statusLine, ...headers, '', failure.body].join('\r\n'));
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
