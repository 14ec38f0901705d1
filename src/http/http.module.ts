import { Module } from '@nestjs/common';
import { APP_FILTER, DiscoveryModule } from '@nestjs/core';
import { DeclaredRoutes } from './routes/declared-routes.js';
import { LoadShedder } from './pipeline/load-shedder.js';
import { Drain } from './server/drain.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { RouteTable } from './routes/route-table.js';

/** What every response shares. */
@Module({
  imports: [DiscoveryModule],
  providers: [DeclaredRoutes, LoadShedder, Drain, RouteTable, { provide: APP_FILTER, useClass: ProblemFilter }],
  exports: [DeclaredRoutes, LoadShedder, Drain],
})
export class HttpModule {}
