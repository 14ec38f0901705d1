import { Module } from '@nestjs/common';
import { AccountsService } from './accounts.service.js';
import { UserAdministration } from './user-administration.service.js';

/** The accounts of users, without routes: the command line and the sign-in pages need no more. */
@Module({ providers: [AccountsService, UserAdministration], exports: [AccountsService, UserAdministration] })
export class AccountsModule {}
