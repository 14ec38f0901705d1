import { Global, Module } from '@nestjs/common';
import { Listener } from './listener.js';
import { FairReads, ReadDatabase } from './read-database.js';

@Global()
@Module({ providers: [ReadDatabase, FairReads, Listener], exports: [ReadDatabase, FairReads, Listener] })
export class DatabaseModule {}
