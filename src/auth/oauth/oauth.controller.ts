import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { OwnFormat } from '../../http/own-format.decorator.js';
import { Public } from '../access.decorator.js';
import { OAuthService } from './oauth.service.js';

/** How clients get tokens (RFC 6749). Answers are JSON always, whatever `Accept` says. */
@Controller('v2/oauth')
@OwnFormat()
export class OAuthController {
  constructor(private readonly oauth: OAuthService) {}

  @Post('token')
  @Public()
  @HttpCode(200)
  async token(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { status, headers, body } = await this.oauth.token(request);
    response.status(status).set(headers).json(body);
  }
}
