import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { type Observable } from 'rxjs';
import { invalidParameters } from '../problems/problems.js';
import { OWN_FORMAT } from '../response/format.js';
import { PARAMETERS, type RouteParameters } from './parameters-decorator.js';
import { segmentFaults } from './path-segment.js';
import { readParameters } from './read-parameters.js';

/** Limits of `X-Ignored-Parameters`: clients and proxies reject headers of more than some kilobytes. */
const maxHeaderLength = 2048;
const maxNameLength = 100;

const noParameters: RouteParameters = { parameters: {}, combine: (value) => ({ value, faults: [] }) };

/**
 * Reads the query parameters of a route by its `@Parameters(...)`; without that decorator, the route takes none. Unknown
 * names are listed in `X-Ignored-Parameters`, or rejected with `Prefer: handling=strict` (RFC 7240). Routes with a
 * format of their own (`@OwnFormat()`) read their parameters themselves.
 */
@Injectable()
export class ParametersInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  /** @throws ProblemError `invalid_parameter` with all faults at once */
  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const handler = execution.getHandler();
    if (!this.reflector.getAllAndOverride<boolean>(OWN_FORMAT, [handler, execution.getClass()])) {
      const request = execution.switchToHttp().getRequest<Request>();
      const response = execution.switchToHttp().getResponse<Response>();
      const parameters = this.reflector.get<RouteParameters | undefined>(PARAMETERS, handler) ?? noParameters;
      request.context.parameters = read(request, response, parameters);
    }
    return next.handle();
  }
}

function read(request: Request, response: Response, { parameters, combine }: RouteParameters): unknown {
  // Other stages read these: the format negotiation, and the access guard if ACCESS_TOKEN_IN_QUERY is on.
  const common = request.context.acceptsTokenInQuery ? ['wt', 'access_token'] : ['wt'];
  const { values, faults, ignored, unknown } = readParameters(request.context.query, parameters, common);
  const combined = combine(values);
  const allFaults = [...segmentFaults(request), ...faults, ...combined.faults];
  if (isStrict(request)) {
    response.setHeader('Preference-Applied', 'handling=strict');
    allFaults.push(...unknown);
  } else if (ignored.length > 0) {
    response.setHeader('X-Ignored-Parameters', ignoredHeader(ignored));
  }
  if (allFaults.length > 0) throw invalidParameters(allFaults);
  return combined.value;
}

/** Shortens the names, and leaves out those that exceed the limit of the header. */
function ignoredHeader(names: readonly string[]): string {
  const encoded = names.map((name) => encodeURIComponent(name.slice(0, maxNameLength).toWellFormed()));
  let length = 0;
  return encoded.filter((name) => (length += name.length + 1) <= maxHeaderLength).join(',');
}

function isStrict(request: Request): boolean {
  // If a preference is given twice, the first counts (RFC 7240, section 2).
  const [, handling] = /(?:^|[,;\s])handling\s*=\s*"?([^",;\s]*)/i.exec(request.get('prefer') ?? '') ?? [];
  return handling?.toLowerCase() === 'strict';
}
