import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { type Observable } from 'rxjs';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';

const NO_STORE = Symbol('NO_STORE');

/** The answer must not be kept by anybody (endpoint 10). */
export const NoStore = () => SetMetadata(NO_STORE, true);

/** Says how long an answer may be reused (design, section 3). Problems say `no-store` by themselves. */
@Injectable()
export class CachingInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'CACHE_MAX_AGE'>,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = execution.switchToHttp().getResponse<Response>();
    response.setHeader('Cache-Control', this.policy(execution));
    return next.handle();
  }

  private policy(execution: ExecutionContext): string {
    if (this.reflector.get<boolean | undefined>(NO_STORE, execution.getHandler())) return 'no-store';
    const { params } = execution.switchToHttp().getRequest<Request>();
    // The same address shows every user something else.
    if (params.userId === 'me' || params.followingId === 'me') return 'private, no-cache';
    return `private, max-age=${this.environment.CACHE_MAX_AGE}`;
  }
}
