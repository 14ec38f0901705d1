import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { AccessDeclarations } from './access.js';
import { AccessGuard, BearerStrategy, AccessPolicy } from './access.guard.js';
import { Quota } from './quota.js';
import { CredentialStoresModule } from './credential-stores.module.js';
import { IssuerTokens } from './issuer-tokens.js';
import { TokenCache } from './token-cache.js';

/** Decides which requests may reach which routes. */
@Module({
  imports: [HttpModule, CredentialStoresModule],
  providers: [AccessDeclarations, AccessGuard, AccessPolicy, BearerStrategy, IssuerTokens, Quota, TokenCache],
  exports: [AccessGuard, AccessPolicy, CredentialStoresModule, IssuerTokens, TokenCache],
})
export class AuthModule {}
