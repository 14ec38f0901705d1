import { type IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type Principal } from './principal.js';
import { Quota } from './quota/quota.js';
import { bearerToken } from './read-token.js';
import { TokenCache } from './token.cache.js';

/** Recognises, without waiting, callers whose token is at hand and whose requests are not counted. */
@Injectable()
export class KnownCallers {
  constructor(
    private readonly tokens: TokenCache,
    private readonly quota: Quota,
  ) {}

  recognise(request: Pick<IncomingMessage, 'headers'>): Principal | undefined {
    const token = bearerToken(request);
    const principal = token === undefined ? undefined : this.tokens.recall(token);
    // What is left of a quota is said in each answer.
    return principal && !this.quota.limits(principal) ? principal : undefined;
  }
}
