import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { CachingInterceptor } from './caching.interceptor.js';
import { Drain } from './drain.js';
import { FormatInterceptor } from './format.interceptor.js';
import { ProblemFilter } from './problem.filter.js';
import { RouteTable } from './route-table.js';

/** What every response shares. */
@Module({
  providers: [
    Drain,
    RouteTable,
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_INTERCEPTOR, useClass: CachingInterceptor },
    { provide: APP_INTERCEPTOR, useClass: FormatInterceptor },
  ],
  exports: [Drain],
})
export class HttpModule {}
