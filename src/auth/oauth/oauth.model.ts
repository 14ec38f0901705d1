import { Inject, Injectable } from '@nestjs/common';
import type OAuth2Server from '@node-oauth/oauth2-server';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ClientStore, grantsOf, scopesOf } from '../client.store.js';
import { TokenStore } from '../token.store.js';
import { UserPasswords } from '../user-passwords.js';

/** What the OAuth library asks of us: clients, users, scopes, and where tokens are kept. */
@Injectable()
export class OAuthModel implements OAuth2Server.ClientCredentialsModel, OAuth2Server.PasswordModel {
  constructor(
    private readonly clients: ClientStore,
    private readonly users: UserPasswords,
    private readonly tokens: TokenStore,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'ACCESS_TOKEN_TTL'>,
  ) {}

  /** The library asks without a secret when a request looks like one of a public client; there are none. */
  async getClient(id: string, secret?: string): Promise<OAuth2Server.Client | false> {
    if (secret === undefined) return false;
    const client = await this.clients.authenticate(id, secret);
    return client
      ? { ...client, grants: grantsOf(client), accessTokenLifetime: this.environment.ACCESS_TOKEN_TTL }
      : false;
  }

  /** The library wants somebody behind every token; an application token has nobody. */
  getUserFromClient(): Promise<OAuth2Server.User> {
    return Promise.resolve({});
  }

  async getUser(email: string, password: string, client: OAuth2Server.Client): Promise<OAuth2Server.User | false> {
    const id = await this.users.check(email, password, { clientId: client.id });
    return id === undefined ? false : { id };
  }

  /** Without a request all that the client may have; unknown scopes are dropped; none left is an error. */
  validateScope(_user: OAuth2Server.User, client: OAuth2Server.Client, scope?: string[]): Promise<string[] | false> {
    const possible = scopesOf({ trusted: client.trusted === true });
    const granted = scope === undefined ? possible : possible.filter((name) => scope.includes(name));
    return Promise.resolve(granted.length > 0 && granted);
  }

  async saveToken(
    token: OAuth2Server.Token,
    client: OAuth2Server.Client,
    user: OAuth2Server.User,
  ): Promise<OAuth2Server.Token> {
    const lifetime = this.environment.ACCESS_TOKEN_TTL * 1000;
    const expires = new Date(Date.now() + lifetime);
    const scope = token.scope ?? [];
    const userId = typeof user.id === 'string' ? user.id : undefined;
    const accessToken = await this.tokens.issue({
      clientId: client.id,
      scope,
      expires,
      ...(userId !== undefined && { userId }),
    });
    return { accessToken, accessTokenExpiresAt: expires, scope, client, user };
  }

  /** The library's own check of tokens is not used: the guard does that. */
  getAccessToken(): Promise<false> {
    return Promise.resolve(false);
  }
}
