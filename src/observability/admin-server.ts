import { once } from 'node:events';
import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type IncomingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo } from 'node:net';
import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import ipaddr from 'ipaddr.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type NodeMiddleware } from '../http/request-context.js';
import { setSecurityHeaders } from '../http/browser-headers.js';
import { sendProblem } from '../http/problem-writer.js';
import { ProblemError, invalidParameters } from '../http/problems.js';
import { adminConnections, ConnectionLimit, limitedServer } from '../http/limited-server.js';
import { ListenError } from './start-messages.js';
import { type ServerAdapter } from '../http/server-adapter.js';
import { isForOperators, isMetrics, isProfile } from '../http/request-target.js';
import { integerParameter, readParameters } from '../http/parameters.js';

const wrongPort = new ProblemError('route_not_found', 'There is nothing at this path on this port.');

const notLocal = new ProblemError(
  'route_not_found',
  'Set ADMIN_PORT to read metrics there. On this port they are for programs on the same machine, and never in production or behind a proxy.',
);

/**
 * With `ADMIN_PORT`, a second server for the same pipeline. It serves only health, metrics and profiles, and the main server serves
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
      if (isProfile(path)) return wrongPort;
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
    await once(server, 'listening').catch((error: unknown) => {
      throw new ListenError('ADMIN_PORT', error);
    });
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

const parameters = { seconds: integerParameter('How long to sample.', { min: 1, max: 60, defaultValue: 10 }) };

/**
 * Serves `/profile` on `ADMIN_PORT`: samples what the processor works on for some seconds, in the format of Chrome's DevTools.
 * One profile at a time, because each slows the service down.
 */
@Injectable()
export class CpuProfile implements OnModuleDestroy {
  private readonly logger = new Logger(CpuProfile.name);
  private readonly shutdown = new AbortController();
  /** When the running profile ends, by `performance.now()`. */
  private endsAt: number | undefined;

  readonly serve: NodeMiddleware = (request, response, next) => {
    if (!isProfile(request.context.path)) {
      next();
      return;
    }
    request.context.route = '/profile';
    const problem = this.problemOf(request);
    if (problem instanceof ProblemError) sendProblem(request, response, problem);
    else void this.respond(request, response, problem.seconds);
  };

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  /** @returns the valid parameters if the request has no problem */
  private problemOf({ method, context }: IncomingMessage): ProblemError | { seconds: number } {
    if (method !== 'GET')
      return new ProblemError('method_not_allowed', 'Only GET is allowed here.', { headers: { Allow: 'GET' } });
    if (this.endsAt !== undefined) {
      const left = String(Math.max(1, Math.ceil((this.endsAt - performance.now()) / 1000)));
      const headers = { 'Retry-After': left };
      return new ProblemError('overloaded', `Another profile is running. Retry after ${left} s.`, { headers });
    }
    const { values, faults } = readParameters(context.query, parameters, ['wt'], context.formats);
    const { seconds } = values;
    return seconds === undefined || faults.length > 0 ? invalidParameters(faults) : { seconds };
  }

  private async respond(request: IncomingMessage, response: ServerResponse, seconds: number): Promise<void> {
    this.logger.log(`Taking a processor profile of ${seconds} s`);
    this.endsAt = performance.now() + seconds * 1000;
    const closed = new AbortController();
    response.once('close', () => {
      closed.abort();
    });
    try {
      const profile = await record(seconds * 1000, AbortSignal.any([closed.signal, this.shutdown.signal]));
      response.setHeader('Content-Type', 'application/json; charset=utf-8');
      response.setHeader('Content-Disposition', 'attachment; filename="place-directory.cpuprofile"');
      response.setHeader('Cache-Control', 'no-store');
      response.end(JSON.stringify(profile));
    } catch (error) {
      this.logger.error(error);
      sendProblem(request, response, new ProblemError('internal_error', 'The profile failed.'));
    } finally {
      this.endsAt = undefined;
    }
  }
}

/** @param signal ends the profile early */
async function record(milliseconds: number, signal: AbortSignal): Promise<object> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.start');
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
    return (await session.post('Profiler.stop')).profile;
  } finally {
    session.disconnect();
  }
}
