import { Module } from '@nestjs/common';
import { ListsModule } from '../lists/lists.module.js';
import { FollowsController } from './follows.controller.js';
import { FollowsService } from './follows.service.js';
import { UserPrivacy, UsersService } from './users.service.js';
import { UsersController } from './users.controller.js';
import { AccountsService } from './accounts.service.js';

@Module({
  imports: [ListsModule],
  controllers: [UsersController, FollowsController],
  providers: [FollowsService, UserPrivacy, UsersService],
  exports: [UserPrivacy, UsersService],
})
export class UsersModule {}

/** The accounts of users, without routes: the sign-in pages need no more. */
@Module({ providers: [AccountsService], exports: [AccountsService] })
export class AccountsModule {}
