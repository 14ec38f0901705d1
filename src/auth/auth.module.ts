import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { UsersModule } from '../users/users.module.js';
import { AccessAudit } from './access.audit.js';
import { AccessGuard } from './access.guard.js';
import { Attempts } from './attempts/attempts.js';
import { BearerStrategy } from './bearer.strategy.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { OAuthModel } from './oauth/oauth.model.js';
import { OAuthService } from './oauth/oauth.service.js';
import { StoresModule } from './stores.module.js';
import { TokenCache } from './token.cache.js';
import { UserPasswords } from './user-passwords.js';

@Module({
  imports: [StoresModule, DiscoveryModule, UsersModule],
  controllers: [OAuthController],
  providers: [
    AccessAudit,
    Attempts,
    BearerStrategy,
    OAuthModel,
    OAuthService,
    TokenCache,
    UserPasswords,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [StoresModule, TokenCache, UserPasswords],
})
export class AuthModule {}
