import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { readSegment } from '../../http/request/path-segment.js';
import { type Principal } from './principal.js';

/** The path segment that stands for the user who owns the access token. */
export const me = 'me';

/** Parameter decorator: a user id in the path, with `me` resolved. The guard ensures a user token for `me`. */
export const UserSegment = createParamDecorator((name: string, execution: ExecutionContext): string => {
  const request = execution.switchToHttp().getRequest<Request>();
  const segment = readSegment(request, name);
  return segment === me ? ((request.user as Principal).userId ?? segment) : segment;
});
