import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { type Reflector } from '@nestjs/core';
import { type Request } from 'express';

const NO_STORE = Symbol('NO_STORE');

/** The responses of this route must not be cached by anybody. */
export const NoStore = () => SetMetadata(NO_STORE, true);

/**
 * The `Cache-Control` of a response that is not a problem: problems are always `no-store`.
 *
 * @param maxAge seconds
 */
export function cacheControl(reflector: Reflector, execution: ExecutionContext, maxAge: number): string {
  if (reflector.get<boolean | undefined>(NO_STORE, execution.getHandler())) return 'no-store';
  const { isPersonal } = execution.switchToHttp().getRequest<Request>().context;
  return isPersonal ? 'private, no-cache' : `private, max-age=${maxAge}`;
}
