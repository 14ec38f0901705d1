import { Module } from '@nestjs/common';
import { StoresModule } from '../auth/stores.module.js';
import { UsersModule } from '../users/users.module.js';
import { Bundle } from './bundle.js';
import { ExploreController } from './explore.controller.js';
import { ExploreService } from './explore.service.js';

/** `/explore`: a page on which people search the directory, and see the requests that do it. */
@Module({
  imports: [StoresModule, UsersModule],
  controllers: [ExploreController],
  providers: [Bundle, ExploreService],
})
export class ExploreModule {}
