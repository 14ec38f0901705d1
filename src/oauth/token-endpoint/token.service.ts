import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import {
  type AuthenticatedClient,
  type Client,
  grantsOf,
  needsPkce,
  scopeNames,
  type GrantType,
  supportedGrants,
} from '../../auth/client-store.js';
import { TokenStore } from '../../auth/token-store.js';
import { type AuthenticatedUser } from '../../users/accounts.service.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ReuseDetection } from '../grants/single-use-tokens.js';
import { type FamilyTokens, type IssuedTokens, TokenFamilyStore } from '../grants/token-family-store.js';
import { grantableScope, limitScope, parseScope } from '../grants/scope.js';
import { UserAuthentication } from '../sessions/user-authentication.js';
import { invalidClient, invalidGrant, invalidRequest, OAuthError } from './oauth-error.js';
import { required, type TokenRequest, ClientAuthentication } from './client-authentication.js';

/** Issues access tokens, and refresh tokens to clients that are registered for them. */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly tokens: TokenStore,
    private readonly families: TokenFamilyStore,
    private readonly reuse: ReuseDetection,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'ACCESS_TOKEN_TTL' | 'REFRESH_TOKEN_TTL'>,
  ) {}

  /**
   * An application token, which has no refresh token (RFC 6749, section 4.4.3).
   *
   * @returns undefined if the secret of the client has changed meanwhile
   */
  async issueForClient(client: AuthenticatedClient, scope: string[]): Promise<IssuedTokens | undefined> {
    const lifetime = this.environment.ACCESS_TOKEN_TTL;
    const accessToken = await this.tokens.issueToClient(client, { scope, lifetime });
    return accessToken === undefined ? undefined : { accessToken, lifetime };
  }

  /** The first tokens of a new family. @returns undefined if the secret or the password has changed meanwhile */
  issueForUser(
    client: AuthenticatedClient,
    user: AuthenticatedUser,
    scope: string[],
  ): Promise<IssuedTokens | undefined> {
    return this.families.create(client, user, this.familyTokens(client, scope));
  }

  /** @returns undefined if the code was used at the same time, or its family is revoked */
  async issueForCode(
    client: Client,
    { code, family }: { code: string; family: string },
    scope: string[],
  ): Promise<IssuedTokens | undefined> {
    return this.revokeIfReused(family, await this.families.redeem(code, family, this.familyTokens(client, scope)));
  }

  /**
   * @param refreshToken its whole scope goes to the next refresh token, even if the access token gets less (RFC 6749,
   *   section 6)
   * @returns undefined if the refresh token was used at the same time, or its family is revoked
   */
  async issueForRefreshToken(
    client: Client,
    refreshToken: { token: string; family: string; scope: string[] },
    scope: string[],
  ): Promise<IssuedTokens | undefined> {
    const { token, family, scope: refreshScope } = refreshToken;
    const tokens = this.familyTokens(client, scope, refreshScope);
    return this.revokeIfReused(family, await this.families.rotate(token, family, tokens));
  }

  /** Two requests used one code or refresh token at once: the tokens of the first one are revoked as well. */
  private async revokeIfReused(family: string, issued: IssuedTokens | undefined): Promise<IssuedTokens | undefined> {
    if (!issued) await this.reuse.revokeFamily(family);
    return issued;
  }

  private familyTokens(client: Client, scope: string[], refreshScope = scope): FamilyTokens {
    const access = { scope, lifetime: this.environment.ACCESS_TOKEN_TTL };
    if (!grantsOf(client).includes('refresh_token')) return { access };
    return { access, refresh: { scope: refreshScope, lifetime: this.environment.REFRESH_TOKEN_TTL } };
  }
}

type GrantedTokens = IssuedTokens & { scope: string[] };

/**
 * The grants of OAuth 2.0 (RFC 6749, section 4). Each method checks what the client sent and issues its tokens. The
 * client is authenticated and registered for the grant.
 *
 * All methods throw OAuthError.
 */
@Injectable()
export class TokenGrants {
  constructor(
    private readonly users: UserAuthentication,
    private readonly reuse: ReuseDetection,
    private readonly issuer: TokenIssuer,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'OAUTH_WITHOUT_PKCE'>,
  ) {}

  /** RFC 6749, section 4.4. */
  async clientCredentials(client: AuthenticatedClient, parameters: TokenRequest): Promise<GrantedTokens> {
    const scope = nonEmpty(grantableScope(parseScope(parameters.scope), client));
    const issued = await this.issuer.issueForClient(client, scope);
    if (!issued) throw invalidClient();
    return { ...issued, scope };
  }

  /** RFC 6749, section 4.3. @throws TooManyAttemptsError */
  async password(client: AuthenticatedClient, parameters: TokenRequest): Promise<GrantedTokens> {
    const email = required(parameters, 'username');
    const user = await this.users.authenticate(email, required(parameters, 'password'), { clientId: client.id });
    if (!user) throw invalidGrant('The username or the password is wrong');
    const scope = nonEmpty(grantableScope(parseScope(parameters.scope), client));
    const issued = await this.issuer.issueForUser(client, user, scope);
    if (!issued) throw invalidGrant('The secret or the password has changed');
    return { ...issued, scope };
  }

  /** RFC 6749, section 4.1.3. The scope is the one that the user consented to. */
  async authorizationCode(client: Client, parameters: TokenRequest): Promise<GrantedTokens> {
    const code = requiredToken(parameters, 'code');
    const found = await this.reuse.findCode(code, client.id);
    if (!found || found.expired) throw invalidGrant('The code is not valid');
    checkRedirectUri(found.redirectUri, parameters.redirect_uri);
    if (found.codeChallenge === undefined && needsPkce(client, this.environment))
      throw invalidGrant('The authorization request had no code_challenge, which is required (PKCE)');
    const error = pkceError(found.codeChallenge, parameters.code_verifier);
    if (error) {
      // A wrong verifier costs the code, so that verifiers cannot be guessed.
      await this.reuse.spendCode(code);
      throw error;
    }
    const scope = nonEmpty(limitScope(found.scope, client));
    const issued = await this.issuer.issueForCode(client, { code, family: found.family }, scope);
    if (!issued) throw invalidGrant('The code is used or revoked');
    return { ...issued, scope };
  }

  /** RFC 6749, section 6. The scope may be narrower than the refresh token's. */
  async refreshToken(client: Client, parameters: TokenRequest): Promise<GrantedTokens> {
    const token = requiredToken(parameters, 'refresh_token');
    const found = await this.reuse.findRefreshToken(token, client.id);
    if (!found || found.expired) throw invalidGrant('The refresh token is not valid');
    const scope = nonEmpty(limitScope(narrowScope(found.scope, parseScope(parameters.scope)), client));
    const issued = await this.issuer.issueForRefreshToken(client, { token, ...found }, scope);
    if (!issued) throw invalidGrant('The refresh token is used or revoked');
    return { ...issued, scope };
  }
}

/** @throws OAuthError `invalid_scope` if a known name is requested that was not granted, or no known name */
function narrowScope(granted: readonly string[], requested: readonly string[]): readonly string[] {
  if (requested.length === 0) return granted;
  const known = requested.filter((name) => scopeNames.includes(name));
  if (!known.every((name) => granted.includes(name))) throw invalidScope();
  return nonEmpty(known);
}

function nonEmpty<Scope extends readonly string[]>(scope: Scope): Scope {
  if (scope.length === 0) throw invalidScope();
  return scope;
}

function invalidScope(): OAuthError {
  return new OAuthError('invalid_scope', 'The requested scope cannot be granted to this client');
}

/** RFC 6749, section 4.1.3: the client repeats the redirect URI if its authorization request named one. */
function checkRedirectUri(authorized: string | undefined, sent: string | undefined): void {
  if (authorized === undefined) return;
  if (sent === undefined) throw invalidRequest('Missing parameter: redirect_uri');
  if (sent !== authorized) throw invalidGrant('The redirect_uri is not that of the authorization request');
}

/** A code or token: printable ASCII (RFC 6749, appendices A.11 and A.17). */
function requiredToken(parameters: TokenRequest, name: string): string {
  const value = required(parameters, name);
  if (!/^[\x20-\x7e]+$/.test(value)) throw invalidRequest(`${name} must be printable ASCII`);
  return value;
}

/** The token endpoint (RFC 6749, section 3.2). */
@Injectable()
export class TokenService {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly grants: TokenGrants,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'OAUTH_PASSWORD_GRANT'>,
  ) {}

  /** @throws OAuthError or TooManyAttemptsError */
  async token(request: Request) {
    const { client, parameters } = await this.authentication.authenticate(request);
    const { accessToken, lifetime, refreshToken, scope } = await this.grant(client, parameters);
    return {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: lifetime,
      scope: scope.join(' '),
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    };
  }

  private grant(client: AuthenticatedClient, parameters: TokenRequest): Promise<GrantedTokens> {
    switch (grantTypeOf(client, parameters, supportedGrants(this.environment))) {
      case 'client_credentials':
        return this.grants.clientCredentials(client, parameters);
      case 'password':
        return this.grants.password(client, parameters);
      case 'authorization_code':
        return this.grants.authorizationCode(client, parameters);
      case 'refresh_token':
        return this.grants.refreshToken(client, parameters);
    }
  }
}

function grantTypeOf(client: Client, parameters: TokenRequest, supported: readonly GrantType[]): GrantType {
  const requested = required(parameters, 'grant_type');
  // RFC 6749, appendix A.10: a name, or a URI.
  if (!/^[\x21-\x7e]+$/.test(requested)) throw invalidRequest('grant_type must be ASCII without spaces');
  const grantType = supported.find((name) => name === requested);
  if (!grantType) throw new OAuthError('unsupported_grant_type', `grant_type can be ${supported.join(', ')}`);
  if (!grantsOf(client).includes(grantType)) {
    throw new OAuthError('unauthorized_client', `The client is not registered for ${grantType}`);
  }
  return grantType;
}

/**
 * Verifies PKCE with the method S256 (RFC 7636, section 4.6).
 *
 * @param challenge of the authorization request
 * @param verifier of the token request
 * @returns why the verifier does not prove that both requests come from one client; undefined if it does
 */
function pkceError(challenge: string | undefined, verifier: string | undefined): OAuthError | undefined {
  if (challenge === undefined) {
    return verifier === undefined ? undefined : invalidGrant('The authorization request had no code_challenge');
  }
  if (verifier === undefined) return invalidGrant('Missing parameter: code_verifier');
  if (!/^[\w.~-]{43,128}$/.test(verifier))
    return invalidRequest('code_verifier must be 43 to 128 unreserved characters');
  const expected = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const given = Buffer.from(challenge);
  const matches = given.length === expected.length && timingSafeEqual(given, expected);
  return matches ? undefined : invalidGrant('The code_verifier does not match the code_challenge');
}
