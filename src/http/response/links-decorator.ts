import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { Links } from './links.js';

/** The addresses of resources, as this request's caller reaches them. */
export const ResourceLinks = createParamDecorator(
  (_data: unknown, execution: ExecutionContext): Links =>
    new Links(execution.switchToHttp().getRequest<Request>().context.baseUrl),
);
