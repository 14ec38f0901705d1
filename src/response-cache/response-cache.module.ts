import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ResponseCache } from './response-cache.js';
import { ResponseInterceptor } from './response.interceptor.js';
import { CacheVersions } from './cache-versions.js';
import { TableVersions } from './table-versions.js';

/** How what a controller returns becomes an answer, and is kept. */
@Global()
@Module({
  providers: [ResponseCache, CacheVersions, TableVersions, { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor }],
  exports: [ResponseCache, CacheVersions],
})
export class ResponseCacheModule {}
