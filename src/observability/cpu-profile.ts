import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Session } from 'node:inspector/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { type NodeMiddleware } from '../http/request-context.js';
import { sendProblem } from '../http/problem-writer.js';
import { invalidParameters, ProblemError } from '../http/problems.js';
import { integer, readParameters } from '../http/parameters.js';
import { isProfile } from '../http/request-target.js';

const parameters = { seconds: integer('How long to sample.', { min: 1, max: 60, defaultValue: 10 }) };

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
