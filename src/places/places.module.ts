import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CursorMarks } from './cursor.mark.js';
import { Follower } from './index/follower.js';
import { IndexModule } from './index/index.module.js';
import { PlaceEntity } from './place.entity.js';
import { PlaceWalk } from './place.walk.js';
import { PlacesController } from './places.controller.js';
import { PlacesService } from './places.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([PlaceEntity]), IndexModule],
  controllers: [PlacesController],
  providers: [CursorMarks, Follower, PlacesService, PlaceWalk],
  exports: [PlacesService],
})
export class PlacesModule {}
