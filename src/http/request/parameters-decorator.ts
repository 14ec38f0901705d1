import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { invalidParameters } from '../problems/problems.js';
import { segmentFaults } from './path-segment.js';
import { type Finished, type ParameterSet, readParameters, type ValidValues } from './read-parameters.js';

const maxHeaderLength = 2048;
const maxNameLength = 100;

/** Read by the negotiation and, where it is switched on, by the guard. */
const readElsewhere = ['wt'];

/** The set of a route's parameters, on its method. */
export const PARAMETERS = Symbol('PARAMETERS');

/**
 * The query parameters of an endpoint, read by its schema; the argument's type is `ParameterValues<typeof set>`.
 * What nothing knows is named in `X-Ignored-Parameters`, or refused with `Prefer: handling=strict` (RFC 7240).
 *
 * @param finish puts the values together, and finds what is wrong between them; the argument is then what it returns
 * @throws ProblemError `invalid_parameter` with all faults at once
 */
export function Parameters<S extends ParameterSet>(
  set: S,
  finish: (values: ValidValues<S>) => Finished<unknown> = (value) => ({ value, faults: [] }),
): ParameterDecorator {
  const decorate = createParamDecorator((_data: unknown, execution: ExecutionContext) => {
    const request = execution.switchToHttp().getRequest<Request>();
    const response = execution.switchToHttp().getResponse<Response>();
    const elsewhere = request.tokenInQuery ? [...readElsewhere, 'access_token'] : readElsewhere;
    const { values, faults, ignored, unknown } = readParameters(request.context.query, set, elsewhere);
    const finished = finish(values);
    faults.unshift(...segmentFaults(request));
    faults.push(...finished.faults);
    if (isStrict(request)) {
      response.setHeader('Preference-Applied', 'handling=strict');
      faults.push(...unknown);
    } else if (ignored.length > 0) {
      response.setHeader('X-Ignored-Parameters', ignoredHeader(ignored));
    }
    if (faults.length > 0) throw invalidParameters(faults);
    return finished.value;
  })();
  return (prototype, key, index) => {
    decorate(prototype, key, index);
    const handler: unknown = key === undefined ? undefined : Reflect.get(prototype, key);
    if (typeof handler === 'function') Reflect.defineMetadata(PARAMETERS, set, handler);
  };
}

/** As many names as fit, each as far as it fits: clients and proxies give up on headers of more than some kilobytes. */
function ignoredHeader(names: readonly string[]): string {
  const encoded = names.map((name) => encodeURIComponent(name.slice(0, maxNameLength).toWellFormed()));
  let length = 0;
  return encoded.filter((name) => (length += name.length + 1) <= maxHeaderLength).join(',');
}

function isStrict(request: Request): boolean {
  // What is preferred twice counts as it stands first (RFC 7240, section 2).
  const [, handling] = /(?:^|[,;\s])handling\s*=\s*"?([^",;\s]*)/i.exec(request.get('prefer') ?? '') ?? [];
  return handling?.toLowerCase() === 'strict';
}
