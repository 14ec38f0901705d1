import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, DiscoveryModule } from '@nestjs/core';
import { AnswerCache } from './answer-cache.js';
import { AnswerCacheInterceptor } from './answer-cache.interceptor.js';
import { CachingInterceptor } from './caching.interceptor.js';
import { DeclaredRoutes } from './declared-routes.js';
import { Doorway } from './doorway.js';
import { Drain } from './drain.js';
import { FormatInterceptor } from './format.interceptor.js';
import { ProblemFilter } from './problem.filter.js';
import { RouteTable } from './route-table.js';

/** What every response shares. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    DeclaredRoutes,
    Doorway,
    Drain,
    AnswerCache,
    RouteTable,
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: CachingInterceptor },
    // Outside of what writes, so that it keeps what is written.
    { provide: APP_INTERCEPTOR, useClass: AnswerCacheInterceptor },
    { provide: APP_INTERCEPTOR, useClass: FormatInterceptor },
  ],
  exports: [AnswerCache, DeclaredRoutes, Doorway, Drain],
})
export class HttpModule {}
