import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type CombinedParameters, type ParameterSet, type ValidValues } from './read-parameters.js';

/** The query parameters of a route. */
export interface RouteParameters {
  parameters: ParameterSet;
  /** Combines the values and finds conflicts between them. */
  readonly combine: (values: ValidValues<ParameterSet>) => CombinedParameters<unknown>;
}

export const PARAMETERS = Symbol('PARAMETERS');

const ParametersArgument = createParamDecorator(
  (_data: unknown, execution: ExecutionContext) => execution.switchToHttp().getRequest<Request>().context.parameters,
);

/**
 * Declares the query parameters of a route, and passes their values to the argument. `ResponseInterceptor` reads them,
 * and rejects the request if a value is invalid. A route without this decorator takes no parameters.
 *
 * @param combine combines the values; the argument is what it returns, else `ParameterValues<typeof parameters>`
 */
export function Parameters<S extends ParameterSet>(
  parameters: S,
  combine: (values: ValidValues<S>) => CombinedParameters<unknown> = (value) => ({ value, faults: [] }),
): ParameterDecorator {
  return (prototype, key, index) => {
    ParametersArgument()(prototype, key, index);
    const handler: unknown = key === undefined ? undefined : Reflect.get(prototype, key);
    if (typeof handler === 'function') Reflect.defineMetadata(PARAMETERS, { parameters, combine }, handler);
  };
}
