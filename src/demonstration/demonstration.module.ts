import { Module } from '@nestjs/common';
import { CredentialStoresModule } from '../auth/credential-stores.module.js';
import { AccountsModule } from '../users/users.module.js';
import { ProductionCheck, WorkingCredentials } from './working-credentials.js';

/** Keeps the credentials of the demonstration, which are public, out of production. */
@Module({
  imports: [CredentialStoresModule, AccountsModule],
  providers: [ProductionCheck, WorkingCredentials],
})
export class DemonstrationModule {}
