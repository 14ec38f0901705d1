import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import { TokenCache } from '../tokens/token-cache.js';
import { type Principal } from './principal.js';

/** Passport's strategy `bearer`, which `AccessGuard` runs for tokens that are not in memory. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly tokens: TokenCache) {
    super();
  }

  async validate(token: string): Promise<Principal | false> {
    return (await this.tokens.find(token)) ?? false;
  }
}
