import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { HttpModule } from '../http/http.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessAudit } from './access.audit.js';
import { AccessGuard } from './access.guard.js';
import { Attempts } from './attempts/attempts.js';
import { BearerStrategy } from './bearer.strategy.js';
import { Cleanup } from './cleanup.js';
import { Grants } from './grants/grants.js';
import { ClientAuthentication } from './oauth/client-authentication.js';
import { KnownCallers } from './known.callers.js';
import { IntrospectionService } from './oauth/introspection.service.js';
import { MetadataController } from './oauth/metadata.controller.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { RevocationService } from './oauth/revocation.service.js';
import { TokenIssuer } from './oauth/token-issuer.js';
import { TokenModels } from './oauth/token.model.js';
import { TokenService } from './oauth/token.service.js';
import { Quota } from './quota/quota.js';
import { QuotaExchange } from './quota/quota.exchange.js';
import { Revocations } from './revocations.js';
import { StoresModule } from './stores.module.js';
import { TokenCache } from './token.cache.js';
import { UserPasswords } from './user-passwords.js';

@Module({
  imports: [HttpModule, StoresModule, UsersModule],
  controllers: [MetadataController, OAuthController],
  providers: [
    AccessAudit,
    Attempts,
    BearerStrategy,
    Cleanup,
    ClientAuthentication,
    Grants,
    IntrospectionService,
    KnownCallers,
    Quota,
    QuotaExchange,
    RevocationService,
    Revocations,
    TokenCache,
    TokenIssuer,
    TokenModels,
    TokenService,
    UserPasswords,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [KnownCallers, StoresModule, TokenCache, UserPasswords],
})
export class AuthModule {}
