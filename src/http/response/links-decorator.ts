import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { Links } from './links.js';

/** Passes a `Links` with the base URL of the request to an argument of a controller's method. */
export const ResourceLinks = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): Links =>
    new Links(execution.switchToHttp().getRequest<Request>().context.baseUrl),
);
