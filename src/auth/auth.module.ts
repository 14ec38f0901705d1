import { Module } from '@nestjs/common';
import { HttpModule } from '../http/http.module.js';
import { AccessAudit } from './access/access-audit.js';
import { AccessGuard } from './access/access.guard.js';
import { AccessPolicy } from './access/access-policy.js';
import { BearerStrategy } from './access/bearer-strategy.js';
import { Quota } from './quota/quota.js';
import { QuotaExchange } from './quota/quota-exchange.js';
import { CredentialStoresModule } from './credential-stores.module.js';
import { TokenCache } from './tokens/token-cache.js';

/** Decides which requests may reach which routes. */
@Module({
  imports: [HttpModule, CredentialStoresModule],
  providers: [AccessAudit, AccessGuard, AccessPolicy, BearerStrategy, Quota, QuotaExchange, TokenCache],
  exports: [AccessGuard, AccessPolicy, CredentialStoresModule, TokenCache],
})
export class AuthModule {}
