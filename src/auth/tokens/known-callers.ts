import { type IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { isOfKind, mayRead, type Principal, type TokenKind } from '../access/principal.js';
import { Quota } from '../quota/quota.js';
import { bearerToken } from '../access/read-token.js';
import { TokenCache } from './token-cache.js';

/** Recognises, without waiting, callers whose token is at hand, good for what they ask, and without a quota. */
@Injectable()
export class KnownCallers {
  constructor(
    private readonly tokens: TokenCache,
    private readonly quota: Quota,
  ) {}

  /** @param kinds of tokens that the route takes */
  recognise(request: Pick<IncomingMessage, 'headers'>, kinds: readonly TokenKind[]): Principal | undefined {
    const token = bearerToken(request);
    if (token === undefined) return undefined;
    return this.tokens.recall(token, (principal) => {
      // What is left of a quota is said in each answer.
      return isOfKind(principal, kinds) && mayRead(principal, kinds) && !this.quota.limits(principal);
    });
  }
}
