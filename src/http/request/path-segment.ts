import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type ProblemFault } from '../problems/problems.js';
import { isStorable } from './storable.js';

/** A path segment that names something, decoded. `@Parameters` says what is wrong with it. */
export function readSegment(request: Request, name: string): string {
  const segment = request.params[name];
  if (typeof segment !== 'string') throw new Error(`The route has no segment ${name}`);
  return segment;
}

/** The segments of the path that hold what no identifier can hold. */
export function segmentFaults(request: Request): ProblemFault[] {
  return Object.entries(request.params)
    .filter(([, segment]) => typeof segment === 'string' && !isStorable(segment))
    .map(([parameter, segment]) => ({
      parameter,
      value: String(segment),
      reason: 'holds a character that no identifier can hold (NUL)',
      allowed: ['text without NUL'],
    }));
}

/** The path segment of that name as an argument of a controller's method. */
export const PathSegment = createParamDecorator((name: string, execution: ExecutionContext): string =>
  readSegment(execution.switchToHttp().getRequest<Request>(), name),
);
