import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { type Principal } from './principal.js';
import { TokenCache } from '../tokens/token-cache.js';

/** Turns a bearer token into whom it speaks for. Where a token may stand is decided before, by the guard. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly tokens: TokenCache) {
    super();
  }

  async validate(token: string): Promise<Principal | false> {
    return (await this.tokens.find(token)) ?? false;
  }
}
