import { Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { type Client } from '../../auth/clients/client-store.js';
import { RefreshTokenStore } from '../grants/refresh-token-store.js';
import { TokenStore } from '../../auth/tokens/token-store.js';
import { ClientAuthentication } from './client-authentication.js';
import { invalidClient, OAuthFailure } from './oauth-failure.js';

/** What is told of a token; seconds since the epoch. */
type Introspection = { active: boolean } & Record<string, string | number | boolean>;

/** The introspection endpoint (RFC 7662): clients ask about their own tokens, trusted ones about all. */
@Injectable()
export class IntrospectionService {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly tokens: TokenStore,
    private readonly refreshTokens: RefreshTokenStore,
  ) {}

  /** @throws OAuthFailure, TooManyAttemptsError */
  async introspect(request: Request): Promise<Introspection> {
    const { client, parameters } = await this.authentication.read(request);
    // Whoever can be anybody must not go through tokens here (section 4).
    if (client.public) throw invalidClient();
    const { token } = parameters;
    if (token === undefined) throw new OAuthFailure(400, 'invalid_request', 'Missing parameter: token');
    const { baseUrl: iss } = request.context;
    return (await this.access(token, client, iss)) ?? (await this.refresh(token, client, iss)) ?? { active: false };
  }

  private async access(token: string, client: Client, iss: string): Promise<Introspection | undefined> {
    const found = await this.tokens.find(token);
    if (!found || !mayAsk(client, found.principal.clientId)) return undefined;
    const { clientId, userId, scope } = found.principal;
    const times = { exp: seconds(found.expires), iat: seconds(found.created) };
    const sub = userId !== undefined && { sub: userId };
    return { active: true, scope: scope.join(' '), client_id: clientId, token_type: 'bearer', ...times, ...sub, iss };
  }

  private async refresh(token: string, client: Client, iss: string): Promise<Introspection | undefined> {
    const found = await this.refreshTokens.find(token);
    if (!found || found.spent || found.expires.getTime() <= Date.now()) return undefined;
    if (!mayAsk(client, found.clientId)) return undefined;
    const { clientId, userId, scope, expires } = found;
    return { active: true, scope: scope.join(' '), client_id: clientId, exp: seconds(expires), sub: userId, iss };
  }
}

function mayAsk(client: Client, owner: string): boolean {
  return client.trusted || client.id === owner;
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
