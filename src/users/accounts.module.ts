import { Module } from '@nestjs/common';
import { AccountsService } from './accounts.service.js';

/** The accounts of users, without routes: the command line and the sign-in pages need no more. */
@Module({ providers: [AccountsService], exports: [AccountsService] })
export class AccountsModule {}
