import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { FORMATS, mediaTypes, OWN_FORMAT, type OfferedFormats } from './format.js';
import { ProblemError } from './problems.js';
import { type Result, writeResponse } from './result.js';
import { storeParameters } from './route-parameters.js';
import { cacheControl } from './routes.js';
import { etagOf } from './send-body.js';

/**
 * Chooses the format of the response, reads the parameters of the route, and writes the result of its controller. Routes with
 * a format of their own (`@OwnFormat()`) do all three themselves.
 */
@Injectable()
export class ResponseInterceptor implements NestInterceptor<Result> {
  constructor(
    private readonly reflector: Reflector,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'CACHE_MAX_AGE'>,
  ) {}

  /** @returns the body, which `ServerAdapter.reply` sends unchanged */
  intercept(execution: ExecutionContext, next: CallHandler<Result>): Observable<unknown> {
    const handler = execution.getHandler();
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    response.setHeader('Cache-Control', cacheControl(this.reflector, execution, this.environment.CACHE_MAX_AGE));
    if (this.reflector.getAllAndOverride<boolean>(OWN_FORMAT, [handler, execution.getClass()])) return next.handle();
    this.chooseFormat(handler, request);
    storeParameters(handler, request, response);
    // Clients ask again each time, because they cannot know when the minute ends here.
    if (request.context.validUntil !== undefined) response.setHeader('Cache-Control', 'private, no-cache');
    return next.handle().pipe(map((result) => writeBody(result, request, response)));
  }

  /** @throws ProblemError `not_acceptable` if `Accept` admits no format of the route */
  private chooseFormat(handler: ReturnType<ExecutionContext['getHandler']>, { context }: Request): void {
    const formats = this.reflector.get<OfferedFormats | undefined>(FORMATS, handler);
    if (formats) context.formats = formats;
    if (context.acceptable) return;
    const allowed = context.formats.map((format) => mediaTypes[format][0]);
    const errors = [{ parameter: 'Accept', reason: 'admits no format of this service', allowed }];
    throw new ProblemError('not_acceptable', `Accept admits none of ${allowed.join(', ')}.`, { errors });
  }
}

function writeBody(result: Result, request: Request, response: Response): Buffer {
  const written = writeResponse(result, request, response);
  const body = typeof written === 'string' ? Buffer.from(written) : written;
  response.setHeader('ETag', etagOf(body));
  return body;
}
