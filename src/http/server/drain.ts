import { type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type NextFunction, type Request, type Response } from 'express';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';

/** Milliseconds after SIGTERM at which connections that still hold on are cut: a client may be slower than any limit. */
const patience = 20_000;

/** Milliseconds after SIGTERM at which the process leaves whatever still keeps it. */
const lastResort = 24_000;

/**
 * Leaves without a failed request (design, section 8): at SIGTERM the service says that it is not ready, goes on
 * answering for a while but closes each connection with its answer, and only then stops to listen.
 */
@Injectable()
export class Drain implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly answering = new Set<Response>();
  private leaving = false;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'SHUTDOWN_DRAIN'>,
  ) {}

  /** Whether the service is about to leave. */
  get begun(): boolean {
    return this.leaving;
  }

  /** The requests that are being answered. */
  get inFlight(): number {
    return this.answering.size;
  }

  /** The middleware that sees every request. */
  readonly follow = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.leaving) response.setHeader('Connection', 'close');
    this.answering.add(response);
    response.once('close', () => this.answering.delete(response));
    next();
  };

  onModuleDestroy(): void {
    this.leaving = true;
    for (const response of this.answering) {
      if (!response.headersSent) response.setHeader('Connection', 'close');
    }
  }

  /** @param signal absent when a test closes the application: nobody has to look elsewhere then */
  async beforeApplicationShutdown(signal?: string): Promise<void> {
    if (signal === undefined) return;
    const server = this.host.httpAdapter.getHttpServer() as Server;
    setTimeout(() => {
      server.closeAllConnections();
    }, patience).unref();
    setTimeout(() => process.exit(1), lastResort).unref();
    await delay(this.environment.SHUTDOWN_DRAIN * 1000);
  }
}
