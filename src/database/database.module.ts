import { Global, Module } from '@nestjs/common';
import { FairReads, ReadDatabase } from './read-database.js';

@Global()
@Module({ providers: [ReadDatabase, FairReads], exports: [ReadDatabase, FairReads] })
export class DatabaseModule {}
