import { Controller, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { OwnFormat } from '../../http/own-format.decorator.js';
import { Public } from '../access.decorator.js';
import { IntrospectionService } from './introspection.service.js';
import { answer } from './oauth-failure.js';
import { RevocationService } from './revocation.service.js';
import { TokenService } from './token.service.js';

/** How clients get tokens, give them back and ask about them. Answers are JSON always, whatever `Accept` says. */
@Controller('v2/oauth')
@OwnFormat()
export class OAuthController {
  constructor(
    private readonly tokens: TokenService,
    private readonly revocation: RevocationService,
    private readonly introspection: IntrospectionService,
  ) {}

  /** RFC 6749, section 3.2. */
  @Post('token')
  @Public()
  token(@Req() request: Request, @Res() response: Response): Promise<void> {
    return answer(response, () => this.tokens.token(request));
  }

  /** RFC 7009. */
  @Post('revoke')
  @Public()
  revoke(@Req() request: Request, @Res() response: Response): Promise<void> {
    return answer(response, () => this.revocation.revoke(request));
  }

  /** RFC 7662. */
  @Post('introspect')
  @Public()
  introspect(@Req() request: Request, @Res() response: Response): Promise<void> {
    return answer(response, () => this.introspection.introspect(request));
  }
}
