import { Module } from '@nestjs/common';
import { APP_FILTER, DiscoveryModule } from '@nestjs/core';
import { DeclaredRoutes } from './declared-routes.js';
import { Doorway } from './doorway.js';
import { Drain } from './drain.js';
import { ProblemFilter } from './problem.filter.js';
import { RouteTable } from './route-table.js';

/** What every response shares. */
@Module({
  imports: [DiscoveryModule],
  providers: [DeclaredRoutes, Doorway, Drain, RouteTable, { provide: APP_FILTER, useClass: ProblemFilter }],
  exports: [DeclaredRoutes, Doorway, Drain],
})
export class HttpModule {}
