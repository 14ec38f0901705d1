import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UsersModule } from '../../users/users.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { People } from '../sessions/people.js';
import { SessionEntity } from '../sessions/session.entity.js';
import { SessionStore } from '../sessions/session-store.js';
import { AuthorizationRequests } from './authorization-requests.js';
import { AuthorizeController } from './authorize.controller.js';
import { AuthorizeService } from './authorize.service.js';

/** The pages where people sign in and allow clients what they ask for. */
@Module({
  imports: [TypeOrmModule.forFeature([SessionEntity]), AuthModule, UsersModule],
  controllers: [AuthorizeController],
  providers: [AuthorizationRequests, AuthorizeService, People, SessionStore],
})
export class AuthorizeModule {}
