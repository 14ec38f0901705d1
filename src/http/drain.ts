import { type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { type NodeMiddleware } from './request-context.js';

/** Milliseconds from the signal until open connections are cut: no client may delay the shutdown further. */
const connectionsTimeoutMs = 20_000;

/** Milliseconds from the signal until the process exits even if something still runs. */
const exitTimeoutMs = 24_000;

/**
 * Shuts down without a failed request: on SIGTERM, readiness turns to `draining`, requests are still served for
 * `SHUTDOWN_DRAIN` seconds with `Connection: close`, and then the server stops listening.
 */
@Injectable()
export class Drain implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly responses = new Set<ServerResponse>();
  private draining = false;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SHUTDOWN_DRAIN'>,
  ) {}

  get isDraining(): boolean {
    return this.draining;
  }

  /** The number of requests whose response has not been sent completely. */
  get inFlight(): number {
    return this.responses.size;
  }

  /** Counts a request as in flight, and closes its connection after the response during a shutdown. */
  readonly track: NodeMiddleware = (_request, response, next) => {
    if (this.draining) response.setHeader('Connection', 'close');
    this.responses.add(response);
    response.once('close', () => this.responses.delete(response));
    next();
  };

  onModuleDestroy(): void {
    this.draining = true;
    for (const response of this.responses) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  }

  /** @param signal absent if a test closes the application: no load balancer has to notice then */
  async beforeApplicationShutdown(signal?: string): Promise<void> {
    if (signal === undefined) return;
    const server = this.host.httpAdapter.getHttpServer() as Server;
    setTimeout(() => {
      server.closeAllConnections();
    }, connectionsTimeoutMs).unref();
    setTimeout(() => process.exit(1), exitTimeoutMs).unref();
    await delay(this.environment.SHUTDOWN_DRAIN * 1000);
  }
}
