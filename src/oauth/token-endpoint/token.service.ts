import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type z } from 'zod';
import {
  type AuthenticatedClient,
  type Client,
  grantsOf,
  needsPkce,
  scopeNames,
  type GrantType,
  supportedGrants,
} from '../../auth/client-store.js';
import { TokenStore, digest, equalsInConstantTime } from '../../auth/token-store.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { type IssuedTokens, TokenFamilies, grantableScope, limitScope, parseScope } from '../grants/token-families.js';
import { UserAuthentication } from '../sessions/user-authentication.js';
import { invalidClient, invalidGrant, invalidRequest, OAuthError } from './oauth-middleware.js';
import { required, type TokenRequest } from './client-authentication.js';
import { TokenCache } from '../../auth/token-cache.js';
import { type introspectionSchema } from './oauth-schema.js';

/** Seconds: 30 days without use. */
const refreshTokenLifetime = 30 * 86_400;

type Settings = Pick<Environment, 'ACCESS_TOKEN_TTL' | 'OLD_CLIENTS'>;

type Grant = (client: AuthenticatedClient, parameters: TokenRequest) => Promise<IssuedTokens>;

/**
 * The token endpoint (RFC 6749, section 3.2). Each grant checks what the client sent and issues its tokens. All methods throw
 * OAuthError.
 */
@Injectable()
export class TokenService {
  private readonly grants: Record<GrantType, Grant> = {
    client_credentials: (client, parameters) => this.clientCredentials(client, parameters),
    password: (client, parameters) => this.password(client, parameters),
    authorization_code: (client, parameters) => this.authorizationCode(client, parameters),
    refresh_token: (client, parameters) => this.refreshToken(client, parameters),
  };

  constructor(
    private readonly users: UserAuthentication,
    private readonly tokens: TokenStore,
    private readonly families: TokenFamilies,
    @Inject(ENVIRONMENT) private readonly environment: Settings,
  ) {}

  /** @throws OAuthError or TooManyAttemptsError */
  async token(client: AuthenticatedClient, parameters: TokenRequest) {
    const grantType = grantTypeOf(client, parameters, supportedGrants(this.environment));
    const { accessToken, lifetime, refreshToken, scope } = await this.grants[grantType](client, parameters);
    return {
      access_token: accessToken,
      token_type: 'bearer',
      expires_in: lifetime,
      scope: scope.join(' '),
      ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    };
  }

  /** RFC 6749, section 4.4. An application token has no refresh token (section 4.4.3). */
  private async clientCredentials(client: AuthenticatedClient, parameters: TokenRequest): Promise<IssuedTokens> {
    const scope = nonEmpty(grantableScope(parseScope(parameters.scope), client));
    const lifetime = this.environment.ACCESS_TOKEN_TTL;
    const accessToken = await this.tokens.issueToClient(client, { scope, lifetime });
    // The secret has changed meanwhile.
    if (accessToken === undefined) throw invalidClient();
    return { accessToken, lifetime, scope };
  }

  /** RFC 6749, section 4.3. @throws TooManyAttemptsError */
  private async password(client: AuthenticatedClient, parameters: TokenRequest): Promise<IssuedTokens> {
    const email = required(parameters, 'username');
    const user = await this.users.authenticate(email, required(parameters, 'password'), { clientId: client.id });
    if (!user) throw invalidGrant('The username or the password is wrong');
    const scope = nonEmpty(grantableScope(parseScope(parameters.scope), client));
    const issued = await this.families.create(client, user, this.newTokens(client, scope));
    if (!issued) throw invalidGrant('The secret or the password has changed');
    return issued;
  }

  /** RFC 6749, section 4.1.3. The scope is the one that the user consented to. */
  private async authorizationCode(client: Client, parameters: TokenRequest): Promise<IssuedTokens> {
    const code = requiredToken(parameters, 'code');
    const found = await this.families.findCode(code, client.id);
    if (!found || found.expired) throw invalidGrant('The code is not valid');
    checkRedirectUri(found.redirectUri, parameters.redirect_uri);
    if (found.codeChallenge === undefined && needsPkce(client, this.environment))
      throw invalidGrant('The authorization request had no code_challenge, which is required (PKCE)');
    const error = pkceError(found.codeChallenge, parameters.code_verifier);
    if (error) {
      // The code is lost after a wrong verifier, so that nobody can guess verifiers.
      await this.families.invalidateCode(code);
      throw error;
    }
    const scope = nonEmpty(limitScope(found.scope, client));
    const issued = await this.families.redeem(code, found.family, this.newTokens(client, scope));
    if (!issued) throw invalidGrant('The code is used or revoked');
    return issued;
  }

  /** RFC 6749, section 6. The access token may get less scope. The next refresh token keeps the whole scope. */
  private async refreshToken(client: Client, parameters: TokenRequest): Promise<IssuedTokens> {
    const token = requiredToken(parameters, 'refresh_token');
    const found = await this.families.findRefreshToken(token, client.id);
    if (!found || found.expired) throw invalidGrant('The refresh token is not valid');
    const scope = nonEmpty(limitScope(narrowScope(found.scope, parseScope(parameters.scope)), client));
    const issued = await this.families.rotate(token, found.family, this.newTokens(client, scope, found.scope));
    if (!issued) throw invalidGrant('The refresh token is used or revoked');
    return issued;
  }

  private newTokens(client: Client, scope: string[], refreshScope = scope) {
    const access = { scope, lifetime: this.environment.ACCESS_TOKEN_TTL };
    if (!grantsOf(client).includes('refresh_token')) return { access };
    return { access, refresh: { scope: refreshScope, lifetime: refreshTokenLifetime } };
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

function nonEmpty<Scope extends readonly string[]>(scope: Scope): Scope {
  if (scope.length === 0) throw invalidScope();
  return scope;
}

function invalidScope(): OAuthError {
  return new OAuthError('invalid_scope', 'The requested scope cannot be granted to this client');
}

/** A code or token: printable ASCII (RFC 6749, appendices A.11 and A.17). */
function requiredToken(parameters: TokenRequest, name: string): string {
  const value = required(parameters, name);
  if (!/^[\x20-\x7e]+$/.test(value)) throw invalidRequest(`${name} must be printable ASCII`);
  return value;
}

/** RFC 6749, section 4.1.3: the client repeats the redirect URI if its authorization request named one. */
function checkRedirectUri(authorized: string | undefined, sent: string | undefined): void {
  if (authorized === undefined) return;
  if (sent === undefined) throw invalidRequest('Missing parameter: redirect_uri');
  if (sent !== authorized) throw invalidGrant('The redirect_uri is not that of the authorization request');
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
  const matches = equalsInConstantTime(challenge, hash('sha256', verifier, 'base64url'));
  return matches ? undefined : invalidGrant('The code_verifier does not match the code_challenge');
}

/** @throws OAuthError `invalid_scope` if a known name is requested that was not granted, or no known name */
function narrowScope(granted: readonly string[], requested: readonly string[]): readonly string[] {
  if (requested.length === 0) return granted;
  const known = requested.filter((name) => scopeNames.includes(name));
  if (!known.every((name) => granted.includes(name))) throw invalidScope();
  return nonEmpty(known);
}

type Introspection = z.output<typeof introspectionSchema>;

/** The revocation endpoint (RFC 7009) and the introspection endpoint (RFC 7662). Both take access and refresh tokens. */
@Injectable()
export class RevocationAndIntrospection {
  constructor(
    private readonly tokens: TokenStore,
    private readonly families: TokenFamilies,
    private readonly cache: TokenCache,
  ) {}

  /**
   * Revokes an access token alone, or a refresh token with its whole family. Succeeds for an unknown or invalid token
   * (RFC 7009, section 2.2). Ignores `token_type_hint`: both kinds are looked up.
   *
   * @throws OAuthError `invalid_request`, or `invalid_grant` if the token was issued to another client
   */
  async revoke(client: Client, parameters: TokenRequest): Promise<void> {
    const token = required(parameters, 'token');
    const access = await this.tokens.find(token);
    if (access) {
      checkOwner(client, access.principal.clientId);
      await this.tokens.revoke(token);
      // PostgreSQL notifies all replicas. This one does not wait for that, so that the next request of the caller already fails.
      this.cache.remove(digest(token).toString('hex'));
      return;
    }
    const refresh = await this.families.lookUpRefreshToken(token);
    if (refresh) {
      checkOwner(client, refresh.clientId);
      await this.families.revoke(refresh.family);
    }
  }

  /**
   * Clients may ask about their own tokens, trusted clients about all tokens.
   *
   * @param issuer base URL of the service
   * @throws OAuthError `invalid_request`, or `invalid_client` for a public client: anybody can use its name to test tokens (RFC 7662, section 4)
   */
  async introspect(client: Client, parameters: TokenRequest, issuer: string): Promise<Introspection> {
    if (client.public) throw invalidClient();
    const token = required(parameters, 'token');
    const active =
      (await this.introspectAccessToken(client, token)) ?? (await this.introspectRefreshToken(client, token));
    return active ? { active: true, ...active, iss: issuer } : { active: false };
  }

  private async introspectAccessToken(client: Client, token: string): Promise<Partial<Introspection> | undefined> {
    const found = await this.tokens.find(token);
    if (!found || !mayIntrospect(client, found.principal.clientId)) return undefined;
    const { clientId, userId, scope } = found.principal;
    const times = { exp: toSeconds(found.expires), iat: toSeconds(found.created) };
    const sub = userId !== undefined && { sub: userId };
    return { scope: scope.join(' '), client_id: clientId, token_type: 'bearer', ...times, ...sub };
  }

  private async introspectRefreshToken(client: Client, token: string): Promise<Partial<Introspection> | undefined> {
    const found = await this.families.lookUpRefreshToken(token);
    if (!found || found.used || found.expired) return undefined;
    if (!mayIntrospect(client, found.clientId)) return undefined;
    const { clientId, userId, scope, expires } = found;
    return { scope: scope.join(' '), client_id: clientId, exp: toSeconds(expires), sub: userId };
  }
}

function checkOwner(client: Client, ownerId: string): void {
  if (ownerId !== client.id) throw invalidGrant('The token was issued to another client');
}

function mayIntrospect(client: Client, ownerId: string): boolean {
  return client.trusted || client.id === ownerId;
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
