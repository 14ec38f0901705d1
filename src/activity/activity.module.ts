import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PlacesModule } from '../places/places.module.js';
import { UsersModule } from '../users/users.module.js';
import { ActivityService } from './activity.service.js';
import { CheckinEntity } from './checkin.entity.js';
import { PlaceActivityController } from './place-activity.controller.js';
import { ReviewEntity } from './review.entity.js';
import { ReviewsController } from './reviews.controller.js';
import { UserActivityController } from './user-activity.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([CheckinEntity, ReviewEntity]), PlacesModule, UsersModule],
  controllers: [UserActivityController, PlaceActivityController, ReviewsController],
  providers: [ActivityService],
})
export class ActivityModule {}
