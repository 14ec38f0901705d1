import { type IncomingMessage } from 'node:http';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { SamplingWindow } from '../../sampling-window.js';

/** Lines of each kind in each window. */
const limits = { perKind: 10, windowMs: 60_000 };

/** What makes the kind of a failed request. */
export interface LoggedResponse {
  status: number;
  /** The template of the route: as many as the service has. */
  route: string;
  complete: boolean;
}

/**
 * Samples the log of failed unauthenticated requests. Anybody can send them, and their lines must not fill the disk. One
 * line at the end of the window counts those of a kind that were not logged.
 */
@Injectable()
export class FailedRequests implements OnApplicationShutdown {
  private readonly logger = new Logger('Requests');
  private readonly window = new SamplingWindow<Partial<LoggedResponse>>(limits, {}, (kind, omitted) => {
    this.logger.log({ ...kind, msg: 'Repeated: An unauthenticated request failed', omitted });
  });

  /** @returns false for a failed unauthenticated request that is only counted */
  isLogged({ context }: IncomingMessage, { status, route, complete }: LoggedResponse): boolean {
    if ((status < 400 && complete) || context.clientId !== undefined) return true;
    return this.window.admits(`${status} ${complete} ${route}`, { status, route, complete });
  }

  onApplicationShutdown(): void {
    this.window.end();
  }
}
