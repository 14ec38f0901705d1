import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type ProblemFault } from '../problems/problems.js';
import { isStorable } from '../../storable.js';

/** A decoded path segment. `readRouteParameters` rejects invalid segments with `segmentFaults`. */
export function readSegment(request: Request, name: string): string {
  const segment = request.params[name];
  if (typeof segment !== 'string') throw new Error(`The route has no segment ${name}`);
  return segment;
}

/** The faults of path segments that no identifier can match. */
export function segmentFaults(request: Request): ProblemFault[] {
  return Object.entries(request.params)
    .filter(([, segment]) => typeof segment === 'string' && !isStorable(segment))
    .map(([parameter, segment]) => ({
      parameter,
      value: String(segment),
      reason: 'contains a character that no identifier can contain (NUL)',
      allowed: ['text without NUL'],
    }));
}

/** Passes a path segment to an argument of a controller's method. */
export const PathSegment = createParamDecorator((name: string, execution: ExecutionContext): string =>
  readSegment(execution.switchToHttp().getRequest<Request>(), name),
);
