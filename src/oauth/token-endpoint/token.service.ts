import { Inject, Injectable } from '@nestjs/common';
import OAuth2Server from '@node-oauth/oauth2-server';
import { type Request } from 'express';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ClientAuthentication } from './client-authentication.js';
import { scopeNames } from '../../auth/clients/client-store.js';
import { TokenModels } from './token-model.js';
import { type TokenRequest } from './token-request.js';

/** The token endpoint: reads what clients send, lets the library decide, writes what the RFC says (section 5.1). */
@Injectable()
export class TokenService {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly models: TokenModels,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'ACCESS_TOKEN_TTL'>,
  ) {}

  /** @throws OAuthFailure, TooManyAttemptsError and what the library throws */
  async token(request: Request) {
    const { client, parameters } = await this.authentication.read(request);
    const server = new OAuth2Server({ model: this.models.for(client, parameters) });
    const token = await server.token(libraryRequest(parameters), new OAuth2Server.Response({ headers: {} }));
    return {
      access_token: token.accessToken,
      token_type: 'bearer',
      expires_in: this.environment.ACCESS_TOKEN_TTL,
      scope: (token.scope ?? []).join(' '),
      ...(token.refreshToken !== undefined && { refresh_token: token.refreshToken }),
    };
  }
}

/** The client is authenticated before, and what it sent for that is no business of the library. */
const known = { client_id: 'known', client_secret: 'known' };

/** Names that mean nothing are dropped, at a refresh too, where the library takes them for more than was granted. */
function knownScope({ scope }: TokenRequest): { scope?: string } {
  const names = (scope ?? '').split(' ').filter((name) => scopeNames.includes(name));
  return names.length > 0 ? { scope: names.join(' ') } : {};
}

/** People have passwords that the library would refuse (line breaks, other planes of Unicode); it need not see them. */
function knownPerson({ username, password }: TokenRequest): { username?: string; password?: string } {
  return { ...(username !== undefined && { username: 'known' }), ...(password !== undefined && { password: 'known' }) };
}

/** The library reads its own kind of request, and insists on the headers of a form. */
function libraryRequest(parameters: TokenRequest): OAuth2Server.Request {
  const body = { ...parameters, ...knownScope(parameters), ...knownPerson(parameters), ...known };
  const length = new URLSearchParams(body).toString().length;
  return new OAuth2Server.Request({
    method: 'POST',
    query: {},
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(length) },
    body,
  });
}
