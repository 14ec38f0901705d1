import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, type Server, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import ipaddr from 'ipaddr.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type NodeMiddleware } from '../http/request-context.js';
import { setSecurityHeaders } from '../http/browser-headers.js';
import { sendProblem } from '../http/problem-writer.js';
import { ProblemError } from '../http/problems.js';
import { adminConnections, ConnectionLimit, limitedServer } from '../http/limited-server.js';
import { type ServerAdapter } from '../http/server-adapter.js';
import { isForOperators, isMetrics } from '../http/request-target.js';

const wrongPort = new ProblemError('route_not_found', 'There is nothing at this path on this port.');

const notLocal = new ProblemError(
  'route_not_found',
  'Set ADMIN_PORT to read metrics there. On this port they are for programs on the same machine, and never in production or behind a proxy.',
);

/**
 * With `ADMIN_PORT`, a second server for the same pipeline. It serves only health and metrics, and the main server serves
 * everything else. It stays open until the end of a shutdown, so that probes see the state `draining`. Without
 * `ADMIN_PORT`, the main server serves health to all and, in development, metrics to this machine.
 */
@Injectable()
export class AdminServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AdminServer.name);
  private readonly adminRequests = new WeakSet<IncomingMessage>();
  private server: Server | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'ADMIN_PORT' | 'LISTEN_ADDRESS' | 'NODE_ENV' | 'TRUST_PROXY'>,
  ) {}

  /** Rejects requests that came to the wrong one of the two ports, and to metrics on a public port. */
  readonly separatePorts: NodeMiddleware = (request, response, next) => {
    const problem = this.problemOf(request);
    if (!problem) {
      next();
      return;
    }
    // The stage of security headers comes later.
    setSecurityHeaders(request, response, () => {
      sendProblem(request, response, problem);
    });
  };

  private problemOf(request: IncomingMessage): ProblemError | undefined {
    const { context, headers, socket } = request;
    const { path } = context;
    if (this.environment.ADMIN_PORT === undefined) {
      return isMetrics(path) && !isLocal(socket.remoteAddress, headers, this.environment) ? notLocal : undefined;
    }
    return isForOperators(path) === this.adminRequests.has(request) ? undefined : wrongPort;
  }

  /** The port of the admin server; undefined without `ADMIN_PORT`. */
  get port(): number | undefined {
    return (this.server?.address() as AddressInfo | null | undefined)?.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.environment.ADMIN_PORT === undefined) return;
    const { handle } = this.host.httpAdapter as ServerAdapter;
    const listener: RequestListener = (request, response) => {
      this.adminRequests.add(request);
      handle(request, response);
    };
    const limits = { maxConnections: adminConnections, maxOfAddress: adminConnections };
    const server = limitedServer(listener, undefined, new ConnectionLimit(limits));
    server.listen({ port: this.environment.ADMIN_PORT, host: this.environment.LISTEN_ADDRESS });
    await once(server, 'listening');
    this.server = server;
    this.logger.log(`Health and metrics are on port ${this.port}`);
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}

/** Headers that proxies add. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * Whether a program on this machine sent the request itself. A proxy on this machine passes on requests of others, and need not
 * add a header. So no request counts as local in production, or where a proxy is known to be.
 *
 * @param clientIp of the peer
 */
export function isLocal(
  clientIp = '',
  headers: IncomingHttpHeaders,
  { NODE_ENV, TRUST_PROXY }: Pick<Environment, 'NODE_ENV' | 'TRUST_PROXY'>,
): boolean {
  if (NODE_ENV === 'production' || TRUST_PROXY !== false) return false;
  if (!ipaddr.isValid(clientIp) || proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  return ipaddr.process(clientIp).range() === 'loopback';
}
