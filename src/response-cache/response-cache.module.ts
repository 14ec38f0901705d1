import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AnswerCache } from './response-cache.js';
import { AnswerInterceptor } from './response.interceptor.js';
import { Revisions } from './cache-versions.js';
import { TableRevisions } from './table-versions.js';

/** How what a controller returns becomes an answer, and is kept. */
@Global()
@Module({
  providers: [AnswerCache, Revisions, TableRevisions, { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor }],
  exports: [AnswerCache, Revisions],
})
export class AnswersModule {}
