import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from './activity/activity.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CategoriesModule } from './categories/categories.module.js';
import { ConfigModule } from './config/config.module.js';
import { type Environment } from './config/environment.js';
import { dataSourceOptions } from './database/data-source.js';
import { DocsModule } from './docs/docs.module.js';
import { FollowsModule } from './follows/follows.module.js';
import { HttpModule } from './http/http.module.js';
import { PlacesModule } from './places/places.module.js';
import { UsersModule } from './users/users.module.js';

@Module({})
export class AppModule {
  static of(environment: Environment): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.of(environment),
        TypeOrmModule.forRoot(dataSourceOptions(environment, 'service')),
        HttpModule,
        AuthModule,
        UsersModule,
        FollowsModule,
        CategoriesModule,
        PlacesModule,
        ActivityModule,
        DocsModule,
      ],
    };
  }
}
