import { Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../users/users.module.js';
import { AccessAudit } from './access.audit.js';
import { AccessGuard } from './access.guard.js';
import { AccessTokenEntity } from './access-token.entity.js';
import { BearerStrategy } from './bearer.strategy.js';
import { ClientEntity } from './client.entity.js';
import { ClientStore } from './client.store.js';
import { OAuthController } from './oauth/oauth.controller.js';
import { OAuthModel } from './oauth/oauth.model.js';
import { OAuthService } from './oauth/oauth.service.js';
import { TokenCache } from './token.cache.js';
import { TokenStore } from './token.store.js';

@Module({
  imports: [TypeOrmModule.forFeature([AccessTokenEntity, ClientEntity]), DiscoveryModule, UsersModule],
  controllers: [OAuthController],
  providers: [
    AccessAudit,
    BearerStrategy,
    ClientStore,
    OAuthModel,
    OAuthService,
    TokenCache,
    TokenStore,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [ClientStore, TokenStore],
})
export class AuthModule {}
