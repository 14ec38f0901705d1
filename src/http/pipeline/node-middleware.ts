import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

/** A stage of the request pipeline that needs only Node's request and response. It calls `next` or sends the response. */
export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** @returns a listener that runs the stages in order, and then the application */
export function chain(stages: readonly NodeMiddleware[], application: RequestListener): RequestListener {
  return stages.reduceRight<RequestListener>(
    (next, stage) => (request, response) => {
      stage(request, response, () => {
        next(request, response);
      });
    },
    application,
  );
}
