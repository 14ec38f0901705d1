import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessTokenEntity } from './access-token.entity.js';
import { ClientEntity } from './client.entity.js';
import { ClientStore } from './client.store.js';
import { AuthorizationCodeStore } from './grants/authorization-code.store.js';
import { RefreshTokenStore } from './grants/refresh-token.store.js';
import { TokenFamilyStore } from './grants/token-family.store.js';
import { TokenStore } from './token.store.js';

const stores = [AuthorizationCodeStore, ClientStore, RefreshTokenStore, TokenFamilyStore, TokenStore];

/** Clients, codes and tokens as they are kept: all that the command line needs, without the guard of the service. */
@Module({
  imports: [TypeOrmModule.forFeature([AccessTokenEntity, ClientEntity])],
  providers: stores,
  exports: stores,
})
export class StoresModule {}
