import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { LoadShedder } from './pipeline/load-shedder.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { DeclaredRoutes } from './routes/declared-routes.js';
import { RouteTable } from './routes/route-table.js';
import { Drain } from './server/drain.js';

/** Stages of the request pipeline that know no resource. */
@Module({
  imports: [DiscoveryModule],
  providers: [DeclaredRoutes, Drain, LoadShedder, ProblemFilter, RouteTable],
  exports: [DeclaredRoutes, Drain, LoadShedder, ProblemFilter],
})
export class HttpModule {}
