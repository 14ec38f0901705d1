import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type ProblemFault } from '../problems/problems.js';
import { type ParameterSet, type ValidValues } from './read-parameters.js';
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

/** Parses path segments, and adds their faults to `faults`. */
export function parseSegments<S extends ParameterSet>(
  request: Request,
  segments: S,
  faults: ProblemFault[],
): ValidValues<S> {
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(segments)) {
    const value = readSegment(request, name);
    if (!isStorable(value)) continue;
    const result = parameter.read([value]);
    if (result.ok) values[name] = result.value;
    else faults.push(...result.faults.map((fault) => ({ parameter: name, value, ...fault })));
  }
  // Each member was read by the parameter of its name, which is what the mapped type says.
  return values as ValidValues<S>;
}

/** Passes a path segment to an argument of a controller's method. */
export const PathSegment = createParamDecorator((name: string, execution: ExecutionContext): string =>
  readSegment(execution.switchToHttp().getRequest<Request>(), name),
);
