import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { readSegment } from '../../http/request/path-segment.js';
import { type Principal } from './principal.js';

/** The path segment that stands for the user who owns the access token (interface section 4.1). */
export const me = 'me';

/** A user identifier in a path, with `me` resolved. The guard has made sure that the token is a user's then. */
export const UserSegment = createParamDecorator((name: string, execution: ExecutionContext): string => {
  const request = execution.switchToHttp().getRequest<Request>();
  const segment = readSegment(request, name);
  return segment === me ? ((request.user as Principal).userId ?? segment) : segment;
});
