import { Inject, Injectable } from '@nestjs/common';
import OAuth2Server from '@node-oauth/oauth2-server';
import { type Request } from 'express';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { OAuthModel } from './oauth.model.js';
import { uncached } from './token-body.js';
import { readTokenRequest, type TokenRequest, TokenRequestError } from './token-request.js';

/** An answer of the token endpoint (RFC 6749, sections 5.1 and 5.2). */
export interface OAuthAnswer {
  status: number;
  headers: Record<string, string>;
  body: Record<string, string | number>;
}

/** The token endpoint: reads what clients send, lets the library decide, writes what the RFC says. */
@Injectable()
export class OAuthService {
  private readonly server: OAuth2Server;

  constructor(
    model: OAuthModel,
    @Inject(ENVIRONMENT)
    private readonly environment: Pick<Environment, 'OAUTH_QUERY_CREDENTIALS' | 'ACCESS_TOKEN_TTL'>,
  ) {
    this.server = new OAuth2Server({ model });
  }

  async token(request: Request): Promise<OAuthAnswer> {
    let read: TokenRequest;
    try {
      const body = typeof request.body === 'string' ? request.body : '';
      read = readTokenRequest(request, body, this.environment.OAUTH_QUERY_CREDENTIALS);
    } catch (error) {
      if (error instanceof TokenRequestError) return failure(400, 'invalid_request', error.message);
      throw error;
    }
    try {
      const token = await this.server.token(libraryRequest(read), new OAuth2Server.Response({ headers: {} }));
      return {
        status: 200,
        headers: uncached,
        body: {
          access_token: token.accessToken,
          token_type: 'bearer',
          expires_in: this.environment.ACCESS_TOKEN_TTL,
          scope: (token.scope ?? []).join(' '),
        },
      };
    } catch (error) {
      return this.refuse(error);
    }
  }

  private refuse(error: unknown): OAuthAnswer {
    if (!(error instanceof OAuth2Server.OAuthError)) throw error;
    // The library wraps what the stores throw; that is a failure of ours and goes the way of all failures.
    if (error.code >= 500) {
      throw ('inner' in error ? error.inner : error) as Error;
    }
    if (error.name !== 'invalid_client') return failure(400, error.name, error.message);
    // RFC 6749 asks for 401 after Basic and allows it after a form, where a client expects it just as much.
    const answer = failure(401, 'invalid_client', 'The client is unknown, disabled or not authenticated');
    return { ...answer, headers: { ...answer.headers, 'WWW-Authenticate': 'Basic realm="place-directory"' } };
  }
}

/** The library reads its own kind of request, and insists on the headers of a form. */
function libraryRequest(parameters: TokenRequest): OAuth2Server.Request {
  const length = new URLSearchParams(parameters).toString().length;
  return new OAuth2Server.Request({
    method: 'POST',
    query: {},
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(length) },
    body: parameters,
  });
}

function failure(status: number, error: string, description: string): OAuthAnswer {
  // RFC 6749 section 5.2 allows only printable ASCII without quotes and backslash in the description.
  const printable = description.replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, "'");
  return { status, headers: uncached, body: { error, error_description: printable } };
}
