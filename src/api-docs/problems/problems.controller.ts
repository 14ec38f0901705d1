import { Controller, Get, Header, Req } from '@nestjs/common';
import { type Request } from 'express';
import { z } from 'zod';
import { Public } from '../../auth/access/access-decorator.js';
import { Documented } from '../../http/routes/documented-decorator.js';
import { OwnFormat } from '../../http/response/format.js';
import { isProblemCode, ProblemError, quoted } from '../../http/problems/problems.js';
import { pagePolicy } from '../../http/response/page.js';
import { PathSegment } from '../../http/request/path-segment.js';
import { problemIndex, problemPage } from './problem-pages.js';

const html = 'text/html; charset=utf-8';
const page = { 200: { description: 'A page.', content: { 'text/html': z.string() } } };

/** The pages that the `type` of every problem links to. */
@Controller('docs/problems')
@OwnFormat()
export class ProblemsController {
  @Get()
  @Public()
  @Documented({
    id: 'readProblems',
    summary: 'List all problems',
    description: 'A page that lists all problem codes with status and title.',
    rawResponses: page,
  })
  @Header('Content-Type', html)
  @Header('Content-Security-Policy', pagePolicy())
  problems(@Req() { context: { baseUrl } }: Request): string {
    return problemIndex(baseUrl);
  }

  @Get(':code')
  @Public()
  @Documented({
    id: 'readProblem',
    summary: 'Explain a problem',
    description: 'The page that the `type` of a problem links to, with an example in JSON and XML.',
    rawResponses: page,
  })
  @Header('Content-Type', html)
  @Header('Content-Security-Policy', pagePolicy())
  problem(@PathSegment('code') code: string, @Req() { context: { baseUrl } }: Request): string {
    if (!isProblemCode(code))
      throw new ProblemError('route_not_found', `There is no problem with the code ${quoted(code)}.`);
    return problemPage(code, baseUrl);
  }
}
