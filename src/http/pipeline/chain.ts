import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { ErrorLog } from '../problems/error-log.js';
import { sendProblem } from '../problems/problem-writer.js';
import { ProblemError } from '../problems/problems.js';
import { type NodeMiddleware } from './node-middleware.js';

const errors = new ErrorLog(new Logger('Pipeline'));

/** @returns a listener that runs the stages in order, and then the application. If a stage throws, it sends a 500. */
export function chain(stages: readonly NodeMiddleware[], application: RequestListener): RequestListener {
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
