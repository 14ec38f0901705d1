import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { type Owner } from '../concurrency/fair-semaphore.js';

/** Who waits for the response of a request. */
export interface Caller {
  /** The client of the access token. */
  readonly clientId: string;
  /** The user of a user token. */
  readonly userId: string | undefined;
  /** Aborted with `RequestAbandonedError` when the client closes the connection before it gets the response. */
  readonly signal: AbortSignal;
}

/** For work of a request. */
export function ownerOf(caller: Caller | undefined): Owner {
  return [caller?.clientId ?? '', caller?.userId ?? ''];
}

/** Nobody waits for the response any more. */
export class RequestAbandonedError extends Error {
  constructor() {
    super('The client closed the connection');
  }
}

/** Passes the `Caller` to an argument of a controller. For routes with an access token. */
export const RequestCaller = createParamDecorator((_data: unknown, execution: ExecutionContext): Caller => {
  const { clientId = '', userId } = execution.switchToHttp().getRequest<Request>().context;
  const response = execution.switchToHttp().getResponse<Response>();
  const abandoned = new AbortController();
  const abandon = (): void => {
    if (!response.writableEnded) abandoned.abort(new RequestAbandonedError());
  };
  // It may have closed while the token was looked up.
  if (response.closed) abandon();
  else response.once('close', abandon);
  return { clientId, userId, signal: abandoned.signal };
});
