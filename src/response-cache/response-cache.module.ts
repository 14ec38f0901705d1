import { Global, Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CacheInterceptor, CachedResponseFastPath } from './cache-stages.js';
import { CacheVersions, TableVersions } from './dependencies.js';
import { ResponseCache } from './response-cache.js';

/** Caches responses in memory and serves them until the data they depend on changes. */
@Global()
@Module({
  imports: [AuthModule],
  providers: [CachedResponseFastPath, CacheInterceptor, CacheVersions, ResponseCache, TableVersions],
  exports: [CachedResponseFastPath, CacheInterceptor, CacheVersions, ResponseCache, TableVersions],
})
export class ResponseCacheModule {}
