import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditModule } from '../audit/audit.module.js';
import { CredentialStoresModule } from '../auth/credential-stores.module.js';
import { ConfigModule } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { BACKGROUND, dataSourceOptions } from '../database/data-source.js';
import { DatabaseModule } from '../database/database.module.js';
import { AccountsModule } from '../users/users.module.js';
import { WorkingCredentials } from '../demonstration/working-credentials.js';

/** A command holds a lock on one connection and works on others. */
const minConnections = 4;

const background = { provide: getDataSourceToken(BACKGROUND), useExisting: DataSource };

/** The modules that commands use. `command-context.ts` connects to PostgreSQL itself, for a plain error message. */
@Module({})
export class CliModule {
  /** @param more further modules, for some commands */
  static of(environment: Environment, more: readonly Type[]): DynamicModule {
    const connections = Math.max(environment.DATABASE_POOL_SIZE, minConnections);
    const options = dataSourceOptions({ ...environment, DATABASE_POOL_SIZE: connections }, 'command');
    return {
      module: CliModule,
      global: true,
      providers: [background, WorkingCredentials],
      exports: [background],
      imports: [
        ConfigModule.of(environment),
        TypeOrmModule.forRoot({ ...options, autoLoadEntities: true, manualInitialization: true }),
        DatabaseModule,
        AuditModule,
        AccountsModule,
        CredentialStoresModule,
        ...more,
      ],
    };
  }
}
