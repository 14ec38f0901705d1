import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LoadShedder } from './load-shedder.js';
import { ProblemFilter } from './problem.filter.js';
import { ResponseInterceptor } from './response.js';
import { DeclaredRoutes } from './routes.js';
import { Drain } from './drain.js';

/** What the request pipeline shares: load shedding, the drain, declared routes, responses and problems. */
@Module({
  imports: [DiscoveryModule],
  providers: [DeclaredRoutes, Drain, LoadShedder, ProblemFilter, ResponseInterceptor],
  exports: [DeclaredRoutes, Drain, LoadShedder, ProblemFilter, ResponseInterceptor],
})
export class HttpModule {}
