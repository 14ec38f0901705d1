import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { z } from 'zod';
import { Public } from '../../auth/access.js';
import { OwnFormat } from '../../http/format.js';
import { NoStore, Documented } from '../../http/routes.js';
import { pageResponses } from '../authorize/authorize.controller.js';
import { sendBrowserResponse } from '../authorize/browser.js';
import { AccountService } from './account.service.js';

const formSchema = (...actions: [string, ...string[]]) =>
  z.looseObject({
    action: z.enum(actions).describe('The button that the user pressed.'),
    token: z.string().describe('The CSRF token of the page.'),
  });

/** HTML pages for users who are signed in by the cookie of the sign-in pages. */
@Controller('v2/oauth')
@OwnFormat()
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get('account')
  @Public()
  @NoStore()
  @Documented({
    id: 'showAccount',
    summary: 'Show apps with access and sessions',
    description:
      'A page for browsers, in Portuguese or English. A user sees which apps have access and where sessions are open, and ends them.',
    rawResponses: pageResponses('The account page, or the sign-in page that leads to it.'),
  })
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendBrowserResponse(request, response, await this.account.show(request));
  }

  @Post('account')
  @Public()
  @NoStore()
  @HttpCode(200)
  @Documented({
    id: 'changeAccount',
    summary: 'Submit a form of the account page',
    description: 'The forms of the page post here. Programs do not need it.',
    form: formSchema('sign-in', 'remove-access', 'end-session'),
    rawResponses: pageResponses('The sign-in page again, after a wrong password.'),
  })
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendBrowserResponse(request, response, await this.account.submit(request));
  }

  @Get('sign-out')
  @Public()
  @NoStore()
  @Documented({
    id: 'showSignOut',
    summary: 'Ask whether to sign out',
    description: 'A page for browsers. A link to it changes nothing: the user presses its button.',
    rawResponses: pageResponses('The page that asks, or says that nobody is signed in.'),
  })
  async showSignOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendBrowserResponse(request, response, await this.account.showSignOut(request));
  }

  @Post('sign-out')
  @Public()
  @NoStore()
  @HttpCode(200)
  @Documented({
    id: 'signOut',
    summary: 'Sign a browser out',
    description:
      'Ends the session and the cookie of the browser, and the tokens that apps got in this session. Needs the CSRF token of the page.',
    form: formSchema('sign-out'),
    rawResponses: pageResponses('Never sent: the response is a redirect or an error page.'),
  })
  async signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    sendBrowserResponse(request, response, await this.account.signOut(request));
  }
}
