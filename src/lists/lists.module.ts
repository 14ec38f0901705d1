import { Module } from '@nestjs/common';
import { ListReader } from './list-reader.js';

/** How the lists of users and places are read, page by page. */
@Module({ providers: [ListReader], exports: [ListReader] })
export class ListsModule {}
