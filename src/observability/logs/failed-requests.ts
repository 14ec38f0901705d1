import { type IncomingMessage } from 'node:http';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { SamplingWindow } from '../../sampling-window.js';

/** Lines of each status in each window. */
const limits = { perKind: 20, windowMs: 60_000 };

/**
 * Samples the log of failed requests without a client. Anybody can send them, and their lines must not fill the disk. One
 * line at the end of the window counts those of a status that were not logged.
 */
@Injectable()
export class FailedRequests implements OnApplicationShutdown {
  private readonly logger = new Logger('Requests');
  private readonly window = new SamplingWindow<{ status?: number }>(limits, {}, (kind, omitted) => {
    this.logger.log({ ...kind, msg: 'Repeated: A request without a client failed', omitted });
  });

  /** @returns whether the request is logged. All others than failed ones without a client are */
  isLogged({ context }: IncomingMessage, status: number): boolean {
    if (status < 400 || context.clientId !== undefined) return true;
    return this.window.admits(String(status), { status });
  }

  onApplicationShutdown(): void {
    this.window.end();
  }
}
