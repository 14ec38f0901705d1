import { Global, Module } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { BACKGROUND, BACKGROUND_DATABASE } from './data-source.js';
import { Listener } from './listener.js';
import { FairReads, ReadDatabase } from './read-database.js';

const backgroundDatabase = { provide: BACKGROUND_DATABASE, useExisting: getDataSourceToken(BACKGROUND) };

@Global()
@Module({
  providers: [ReadDatabase, FairReads, Listener, backgroundDatabase],
  exports: [ReadDatabase, FairReads, Listener, backgroundDatabase],
})
export class DatabaseModule {}
