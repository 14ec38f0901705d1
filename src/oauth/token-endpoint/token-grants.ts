import { Inject, Injectable } from '@nestjs/common';
import { type AuthenticatedClient, type Client, needsPkce, scopeNames } from '../../auth/clients/client-store.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { grantableScope, limitScope, parseScope } from '../scope.js';
import { UserAuthentication } from '../sessions/user-authentication.js';
import { invalidClient, invalidGrant, invalidRequest, OAuthError } from '../oauth-error.js';
import { required, type TokenRequest } from './token-request.js';
import { pkceError } from './pkce.js';
import { ReuseDetection } from '../grants/reuse-detection.js';
import { type IssuedTokens } from '../grants/token-family-store.js';
import { TokenIssuer } from './token-issuer.js';

export type GrantedTokens = IssuedTokens & { scope: string[] };

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
