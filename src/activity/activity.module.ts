import { Module } from '@nestjs/common';
import { ListsModule } from '../lists/lists.module.js';
import { UsersModule } from '../users/users.module.js';
import { ActivityController } from './activity.controller.js';
import { ActivityService } from './activity.service.js';

@Module({
  imports: [ListsModule, UsersModule],
  controllers: [ActivityController],
  providers: [ActivityService],
})
export class ActivityModule {}
