import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import { type Reflector } from '@nestjs/core';
import { type Request } from 'express';
import { me } from '../../auth/access/me.js';

const NO_STORE = Symbol('NO_STORE');

/** The answer must not be kept by anybody outside (endpoint 10). */
export const NoStore = () => SetMetadata(NO_STORE, true);

/** Whether the same address shows every user something else. */
export function isOwn({ params }: Request): boolean {
  return params.userId === me || params.followingId === me;
}

/**
 * How long an answer may be reused (design, section 3). Problems say `no-store` by themselves.
 *
 * @param maxAge seconds
 */
export function cacheControl(reflector: Reflector, execution: ExecutionContext, maxAge: number): string {
  if (reflector.get<boolean | undefined>(NO_STORE, execution.getHandler())) return 'no-store';
  if (isOwn(execution.switchToHttp().getRequest<Request>())) return 'private, no-cache';
  return `private, max-age=${maxAge}`;
}
