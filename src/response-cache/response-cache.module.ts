import { Global, Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CacheVersions, TableVersions } from './cache-versions.js';
import { CachedResponseFastPath } from './cached-response-fast-path.js';
import { ResponseCache } from './response-cache.js';
import { ResponseInterceptor } from './response.interceptor.js';

/** Caches responses in memory and serves them until the data they depend on changes. */
@Global()
@Module({
  imports: [AuthModule],
  providers: [CachedResponseFastPath, CacheVersions, ResponseCache, ResponseInterceptor, TableVersions],
  exports: [CachedResponseFastPath, CacheVersions, ResponseCache, ResponseInterceptor],
})
export class ResponseCacheModule {}
