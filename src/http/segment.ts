import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { invalidParameters } from './problems.js';
import { isStorable } from './storable.js';

/**
 * A path segment that names something, decoded.
 *
 * @throws ProblemError `invalid_parameter` when it holds what no identifier can hold
 */
export function readSegment(request: Request, name: string): string {
  const segment = request.params[name];
  if (typeof segment !== 'string') throw new Error(`The route has no segment ${name}`);
  if (!isStorable(segment)) {
    throw invalidParameters([{ parameter: name, reason: 'holds a character that no identifier can hold (NUL)' }]);
  }
  return segment;
}

/** The path segment of that name as an argument of a controller's method. */
export const Segment = createParamDecorator((name: string, execution: ExecutionContext): string =>
  readSegment(execution.switchToHttp().getRequest<Request>(), name),
);
