import { Module } from '@nestjs/common';
import { ListReader } from './list-reader.js';

/** Reads lists of users, check-ins and reviews page by page. */
@Module({ providers: [ListReader], exports: [ListReader] })
export class ListsModule {}
