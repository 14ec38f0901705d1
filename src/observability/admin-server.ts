import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type NextFunction, type Request, type Response } from 'express';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { ProblemError } from '../http/problems/problems.js';
import { limitedServer } from '../http/server/limited-server.js';
import { ListenError } from '../http/server/listen-error.js';
import { isForOperators } from './operator-routes.js';

/**
 * With `ADMIN_PORT`, a second door into the same application, through which only health and metrics go; the door of
 * the interface leads to all else. It stays open until the very end, so that a probe sees the service leave.
 */
@Injectable()
export class AdminServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AdminServer.name);
  private readonly own = new WeakSet<IncomingMessage>();
  private server: Server | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'ADMIN_PORT'>,
  ) {}

  /** The middleware that keeps the two doors apart. */
  readonly separate = (request: Request, _response: Response, next: NextFunction): void => {
    const atHome = this.environment.ADMIN_PORT === undefined || isForOperators(request.path) === this.own.has(request);
    next(atHome ? undefined : new ProblemError('route_not_found', 'There is nothing at this address on this port.'));
  };

  /** The port that is listened on; undefined without `ADMIN_PORT`. */
  get port(): number | undefined {
    return (this.server?.address() as AddressInfo | null | undefined)?.port;
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.environment.ADMIN_PORT === undefined) return;
    const application = this.host.httpAdapter.getInstance<RequestListener>();
    const server = limitedServer((request, response) => {
      this.own.add(request);
      application(request, response);
    });
    server.listen(this.environment.ADMIN_PORT);
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
