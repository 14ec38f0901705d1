import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AnswerCache } from './answer.cache.js';
import { AnswerInterceptor } from './answer.interceptor.js';
import { Revisions } from './revisions.js';
import { TableRevisions } from './table.revisions.js';

/** How what a controller returns becomes an answer, and is kept. */
@Global()
@Module({
  providers: [AnswerCache, Revisions, TableRevisions, { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor }],
  exports: [AnswerCache, Revisions],
})
export class AnswersModule {}
