import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessTokenEntity } from './tokens/access-token.entity.js';
import { ClientEntity } from './clients/client.entity.js';
import { ClientStore } from './clients/client-store.js';
import { AuthorizationCodeStore } from '../oauth/grants/authorization-code-store.js';
import { RefreshTokenStore } from '../oauth/grants/refresh-token-store.js';
import { TokenFamilyStore } from '../oauth/grants/token-family-store.js';
import { TokenStore } from './tokens/token-store.js';

const stores = [AuthorizationCodeStore, ClientStore, RefreshTokenStore, TokenFamilyStore, TokenStore];

/** Clients, codes and tokens as they are kept: all that the command line needs, without the guard of the service. */
@Module({
  imports: [TypeOrmModule.forFeature([AccessTokenEntity, ClientEntity])],
  providers: stores,
  exports: stores,
})
export class StoresModule {}
