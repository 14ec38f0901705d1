import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import OAuth2Server from '@node-oauth/oauth2-server';
import { type Client, grantsOf, scopesOf } from '../../auth/clients/client-store.js';
import { Grants } from '../grants/grants.js';
import { UserPasswords } from '../sessions/user-passwords.js';
import { type Basis, TokenIssuer } from './token-issuer.js';
import { type TokenRequest } from './token-request.js';

/** Makes what the OAuth library asks of us, for one request of a client that is known already. */
@Injectable()
export class TokenModels {
  constructor(
    private readonly passwords: UserPasswords,
    private readonly grants: Grants,
    private readonly issuer: TokenIssuer,
  ) {}

  for(client: Client, parameters: TokenRequest): TokenModel {
    return new TokenModel(client, parameters, this.passwords, this.grants, this.issuer);
  }
}

type LibraryModel = OAuth2Server.ClientCredentialsModel &
  OAuth2Server.PasswordModel &
  OAuth2Server.AuthorizationCodeModel &
  OAuth2Server.RefreshTokenModel;

/** The library hands the "user" on from grant to token; ours is the basis of the token. */
class TokenModel implements LibraryModel {
  constructor(
    private readonly client: Client,
    private readonly parameters: TokenRequest,
    private readonly passwords: UserPasswords,
    private readonly grants: Grants,
    private readonly issuer: TokenIssuer,
  ) {}

  getClient(): Promise<OAuth2Server.Client> {
    return Promise.resolve({ id: this.client.id, grants: grantsOf(this.client) });
  }

  getUserFromClient(): Promise<Basis> {
    return Promise.resolve({ by: 'client' });
  }

  /** As they were sent: the library has seen only that they were. */
  async getUser(): Promise<Basis | false> {
    const { username: email = '', password = '' } = this.parameters;
    const userId = await this.passwords.check(email, password, { clientId: this.client.id });
    return userId === undefined ? false : { by: 'password', userId };
  }

  async getAuthorizationCode(text: string): Promise<OAuth2Server.AuthorizationCode | false> {
    const code = await this.grants.code(text);
    if (code?.clientId !== this.client.id) return false;
    this.mustComeBackTo(code.redirectUri);
    if (this.client.public && code.codeChallenge === undefined) return false;
    const { userId, family, scope, expires, codeChallenge } = code;
    const user: Basis = { by: 'code', userId, family, code: text };
    const challenge = codeChallenge !== undefined && { codeChallenge, codeChallengeMethod: 'S256' };
    const client = await this.getClient();
    // Without a redirect address the library leaves that comparison to us: it takes a difference for a bad request.
    return { authorizationCode: text, expiresAt: expires, redirectUri: '', scope, client, user, ...challenge };
  }

  /** It is spent in the statement that writes its tokens, so that one of many gets them; here if it is tried without proof. */
  async revokeAuthorizationCode({
    authorizationCode,
    codeChallenge,
  }: OAuth2Server.AuthorizationCode): Promise<boolean> {
    const { code_verifier: verifier } = this.parameters;
    const shown = verifier === undefined ? undefined : createHash('sha256').update(verifier).digest('base64url');
    if (shown !== codeChallenge) await this.grants.spend(authorizationCode);
    return true;
  }

  async getRefreshToken(text: string): Promise<OAuth2Server.RefreshToken | false> {
    const token = await this.grants.refreshToken(text);
    if (token?.clientId !== this.client.id) return false;
    const { userId, family, scope, expires } = token;
    const user: Basis = { by: 'refresh', userId, family, refreshToken: text, scope };
    return { refreshToken: text, refreshTokenExpiresAt: expires, scope, client: await this.getClient(), user };
  }

  /** It is spent in the statement that writes the new tokens, or a scope that is refused would cost the client its own. */
  revokeToken(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** Without a request all that the client may have; unknown scopes are dropped; none left is an error. */
  validateScope(_user: OAuth2Server.User, _client: OAuth2Server.Client, scope?: string[]): Promise<string[] | false> {
    const granted = this.possible(scope);
    return Promise.resolve(granted.length > 0 && granted);
  }

  async saveToken(
    token: OAuth2Server.Token,
    client: OAuth2Server.Client,
    user: OAuth2Server.User,
  ): Promise<OAuth2Server.Token> {
    const scope = this.possible(token.scope);
    if (scope.length === 0) throw new OAuth2Server.InvalidScopeError('Nothing of this scope is left to the client');
    const issued = await this.issuer.issue(this.client, user as Basis, scope);
    if (!issued) throw new OAuth2Server.InvalidGrantError('The code or refresh token is used already, or revoked');
    return { ...issued, scope, client, user };
  }

  /** The library's own check of tokens is not used: the guard does that. */
  getAccessToken(): Promise<false> {
    return Promise.resolve(false);
  }

  /** Codes are issued by the authorize endpoint, which does without the library. */
  saveAuthorizationCode(): Promise<false> {
    return Promise.resolve(false);
  }

  private possible(scope?: string[]): string[] {
    const possible = scopesOf(this.client);
    return scope === undefined ? possible : possible.filter((name) => scope.includes(name));
  }

  /** RFC 6749, sections 4.1.3 and 5.2. */
  private mustComeBackTo(redirectUri: string | undefined): void {
    if (redirectUri === undefined) return;
    const named = this.parameters.redirect_uri;
    if (named === undefined) throw new OAuth2Server.InvalidRequestError('Missing parameter: redirect_uri');
    if (named !== redirectUri) {
      throw new OAuth2Server.InvalidGrantError('The redirect_uri is not that of the authorization request');
    }
  }
}
