import { Module } from '@nestjs/common';
import { ListsModule } from '../lists/lists.module.js';
import { ActivityService } from './activity.service.js';
import { PlaceActivityController } from './place-activity.controller.js';
import { ReviewsController } from './reviews.controller.js';
import { UserActivityController } from './user-activity.controller.js';

@Module({
  imports: [ListsModule],
  controllers: [UserActivityController, PlaceActivityController, ReviewsController],
  providers: [ActivityService],
})
export class ActivityModule {}
