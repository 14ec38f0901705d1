import { Module } from '@nestjs/common';
import { ListsModule } from '../lists/lists.module.js';
import { ActivityController } from './activity.controller.js';
import { ActivityService } from './activity.service.js';

@Module({
  imports: [ListsModule],
  controllers: [ActivityController],
  providers: [ActivityService],
})
export class ActivityModule {}
