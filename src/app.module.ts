import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule, type TypeOrmModuleAsyncOptions } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ActivityModule } from './activity/activity.module.js';
import { ResponseCacheModule } from './response-cache/response-cache.module.js';
import { AuthModule } from './auth/auth.module.js';
import { BaseMapModule } from './base-map/base-map.module.js';
import { CategoriesModule } from './categories/categories.module.js';
import { ConfigModule } from './config/config.module.js';
import { type Environment } from './config/environment.js';
import { BACKGROUND, dataSourceOptions } from './database/data-source.js';
import { checkAccess } from './database/database-checks.js';
import { checkSchema, SchemaError } from './database/pending-migrations.js';
import { addressOf, connect } from './database/connect.js';
import { DatabaseModule } from './database/database.module.js';
import { ApiDocsModule } from './api-docs/api-docs.module.js';
import { DemonstrationModule } from './demonstration/demonstration.module.js';
import { ExploreModule } from './explore/explore.module.js';
import { HttpModule } from './http/http.module.js';
import { OAuthModule } from './oauth/oauth.module.js';
import { ObservabilityModule } from './observability/observability.module.js';
import { nestStages } from './pipeline.js';
import { PlacesModule } from './places/places.module.js';
import { UsersModule } from './users/users.module.js';

@Module({})
export class AppModule {
  static of(environment: Environment): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(environment),
        TypeOrmModule.forRootAsync(databaseOf(environment, 'service')),
        TypeOrmModule.forRootAsync({ name: BACKGROUND, ...databaseOf(environment, 'background') }),
        DatabaseModule,
        HttpModule,
        ResponseCacheModule,
        AuthModule,
        DemonstrationModule,
        OAuthModule.of(environment),
        UsersModule,
        CategoriesModule,
        PlacesModule,
        BaseMapModule,
        ActivityModule,
        ApiDocsModule,
        ExploreModule,
        ObservabilityModule,
      ],
      providers: nestStages,
    };
  }
}

/** Retries the connection for 30 s (the default of TypeOrmModule). Does not retry if tables or rights are missing. */
function databaseOf(environment: Environment, purpose: 'service' | 'background'): TypeOrmModuleAsyncOptions {
  const options = dataSourceOptions(environment, purpose);
  return {
    useFactory: () => ({
      ...options,
      autoLoadEntities: true,
      verboseRetryLog: true,
      toRetry: (error) => !(error instanceof SchemaError),
    }),
    // `withEntities` adds the entities that modules register with `TypeOrmModule.forFeature`.
    dataSourceFactory: async (withEntities = options) => {
      const database = await connect(new DataSource(withEntities));
      try {
        await checkAccess((text, values) => database.query(text, values), addressOf(options));
        await checkSchema(database);
      } catch (error) {
        await database.destroy();
        throw error;
      }
      return database;
    },
  };
}
