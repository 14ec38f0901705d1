import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type CombinedParameters, type ParameterSet, type ValidValues } from './read-parameters.js';

/** The query parameters of a route. */
export interface RouteParameters {
  parameters: ParameterSet;
  /** The path segments that are more than a text, by their names in the path. */
  segments: ParameterSet;
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
 * @param segments how path segments are parsed; their values are combined with those of the parameters
 */
export function Parameters<S extends ParameterSet, P extends ParameterSet = S>(
  parameters: S,
  combine: (values: ValidValues<S & P>) => CombinedParameters<unknown> = (value) => ({ value, faults: [] }),
  segments?: P,
): ParameterDecorator {
  return (prototype, key, index) => {
    ParametersArgument()(prototype, key, index);
    const handler: unknown = key === undefined ? undefined : Reflect.get(prototype, key);
    if (typeof handler === 'function')
      Reflect.defineMetadata(PARAMETERS, { parameters, combine, segments: segments ?? {} }, handler);
  };
}
