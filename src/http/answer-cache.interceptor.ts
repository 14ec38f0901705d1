import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { type Answer, AnswerCache } from './answer-cache.js';

const KEPT = Symbol('KEPT');

/** The answer is the same for everybody who may ask, and is kept for a moment (`SEARCH_CACHE_TTL`). */
export const Kept = () => SetMetadata(KEPT, true);

/** What a handler sets of an answer's headers; all others belong to the request. */
const ownHeaders = ['Content-Type', 'Link', 'Preference-Applied', 'X-Ignored-Parameters'];

/** Answers what was asked a moment ago as it was answered then. Who may ask, the guards have decided before. */
@Injectable()
export class AnswerCacheInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly cache: AnswerCache,
  ) {}

  intercept(execution: ExecutionContext, next: CallHandler<string>): Observable<string> {
    const request = execution.switchToHttp().getRequest<Request>();
    const isKept = this.reflector.get<boolean | undefined>(KEPT, execution.getHandler());
    // A token in the address makes every caller's a different one.
    if (!isKept || request.tokenInQuery) return next.handle();
    const response = execution.switchToHttp().getResponse<Response>();
    return from(this.answer(request, response, next));
  }

  private async answer(request: Request, response: Response, next: CallHandler<string>): Promise<string> {
    const { body, headers } = await this.cache.get(keyOf(request), async (): Promise<Answer> => {
      const written = await firstValueFrom(next.handle());
      const set = ownHeaders.map((name): [string, string] => [name, response.get(name) ?? '']);
      return { body: written, headers: Object.fromEntries(set.filter(([, value]) => value !== '')) };
    });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return body;
  }
}

/** All that an answer depends on: the address with its query, whose links repeat it, the format, and `Prefer`. */
function keyOf({ context, url, headers }: Request): string {
  return [context.format, context.acceptable, headers.prefer ?? '', context.baseUrl, url].join(' ');
}
