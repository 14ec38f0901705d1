import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { HttpModule } from '../http/http.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessAudit } from './access/access-audit.js';
import { AccessGuard } from './access/access.guard.js';
import { Attempts } from '../oauth/attempts/attempts.js';
import { BearerStrategy } from './access/bearer-strategy.js';
import { Cleanup } from '../oauth/cleanup.js';
import { Grants } from '../oauth/grants/grants.js';
import { ClientAuthentication } from '../oauth/token-endpoint/client-authentication.js';
import { KnownCallers } from './tokens/known-callers.js';
import { IntrospectionService } from '../oauth/token-endpoint/introspection.service.js';
import { MetadataController } from '../oauth/token-endpoint/metadata.controller.js';
import { OAuthController } from '../oauth/token-endpoint/oauth.controller.js';
import { RevocationService } from '../oauth/token-endpoint/revocation.service.js';
import { TokenIssuer } from '../oauth/token-endpoint/token-issuer.js';
import { TokenModels } from '../oauth/token-endpoint/token-model.js';
import { TokenService } from '../oauth/token-endpoint/token.service.js';
import { Quota } from './quota/quota.js';
import { QuotaExchange } from './quota/quota-exchange.js';
import { Revocations } from './tokens/revocations.js';
import { StoresModule } from './stores.module.js';
import { TokenCache } from './tokens/token-cache.js';
import { UserPasswords } from '../oauth/sessions/user-passwords.js';

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
