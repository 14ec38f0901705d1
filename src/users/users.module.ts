import { Module } from '@nestjs/common';
import { UserPrivacy } from './user-privacy.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController],
  providers: [UserPrivacy, UsersService],
  exports: [UserPrivacy, UsersService],
})
export class UsersModule {}
