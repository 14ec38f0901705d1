import { Module } from '@nestjs/common';
import { ListsModule } from '../lists/lists.module.js';
import { UsersModule } from '../users/users.module.js';
import { FollowsController } from './follows.controller.js';
import { FollowsService } from './follows.service.js';

@Module({ imports: [ListsModule, UsersModule], controllers: [FollowsController], providers: [FollowsService] })
export class FollowsModule {}
