import { Module } from '@nestjs/common';
import { UserPrivacy, UsersService } from './users.service.js';
import { UsersController } from './users.controller.js';

@Module({
  controllers: [UsersController],
  providers: [UserPrivacy, UsersService],
  exports: [UserPrivacy, UsersService],
})
export class UsersModule {}
