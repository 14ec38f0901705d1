import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TokenStore } from './token-store.js';
import { ClientEntity } from './client.entity.js';
import { ClientStore } from './client-store.js';

/** Clients and access tokens in PostgreSQL, without the guard. */
@Module({
  imports: [TypeOrmModule.forFeature([ClientEntity])],
  providers: [ClientStore, TokenStore],
  exports: [ClientStore, TokenStore],
})
export class CredentialStoresModule {}
