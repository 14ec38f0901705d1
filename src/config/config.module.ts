import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type Environment } from './environment.js';

/** The injection token of `Environment`. */
export const ENVIRONMENT = Symbol('ENVIRONMENT');

@Global()
@Module({})
export class ConfigModule {
  static of(environment: Environment): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: ENVIRONMENT, useValue: environment }],
      exports: [ENVIRONMENT],
    };
  }
}
