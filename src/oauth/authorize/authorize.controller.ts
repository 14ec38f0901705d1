import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { NoStore } from '../../http/response/cache-control.js';
import { Documented } from '../../http/routes/documented-decorator.js';
import { OwnFormat } from '../../http/response/own-format-decorator.js';
import { Public } from '../../auth/access/access-decorator.js';

import { authorizationRequestSchema, authorizeResponses, postedSchema } from './authorize-schema.js';
import { AuthorizeService } from './authorize.service.js';
import { readPosted } from './posted-form.js';
import { sendReply } from './reply.js';
import { signInStateOf } from './sign-in-state.js';

/** Where a person signs in and says what a client may do (RFC 6749, section 3.1). Browsers read it: it is HTML. */
@Controller('v2/oauth/authorize')
@OwnFormat()
export class AuthorizeController {
  constructor(private readonly authorize: AuthorizeService) {}

  @Get()
  @Public()
  @NoStore()
  @Documented({
    id: 'authorize',
    summary: 'Where a client sends a person to sign in',
    description:
      'A page for browsers, in Portuguese or English. The person signs in, allows or denies, and comes back to the client with a code or an error.',
    query: authorizationRequestSchema,
    rawResponses: authorizeResponses,
  })
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = signInStateOf(request);
    sendReply(request, response, await this.authorize.show(visit, request.context.query));
  }

  @Post()
  @Public()
  @NoStore()
  @HttpCode(200)
  @Documented({
    id: 'decideAuthorization',
    summary: 'What a person answers',
    description: 'The forms of the pages send it. No program has a use for it.',
    form: postedSchema,
    rawResponses: authorizeResponses,
  })
  async decide(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = signInStateOf(request);
    sendReply(request, response, await this.authorize.decide(visit, readPosted(request)));
  }
}
