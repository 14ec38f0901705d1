import { Inject, Injectable } from '@nestjs/common';
import { type Client, ClientStore, grantsOf, needsPkce } from '../../auth/clients/client-store.js';
import { findRedirectUri } from '../../auth/clients/redirect-uri.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ProblemError, type ProblemFault } from '../../http/problems/problems.js';
import { type ParsedQuery } from '../../http/request/query-string.js';
import { grantableScope, parseScope } from '../scope.js';
import { AuthorizationParameters } from './authorization-parameters.js';
import { AuthorizationError, type AuthorizationErrorCode, type ResponseTarget } from './authorization-response.js';

/** A checked authorization request (RFC 6749, section 4.1.1). */
export interface AuthorizationRequest extends ResponseTarget {
  client: Client;
  /** Whether the request named the redirect URI. The client then repeats it when it redeems the code. */
  namesRedirectUri: boolean;
  /** The scope that the client gets if the user consents. */
  scope: string[];
  /** PKCE with the method S256 (RFC 7636). */
  codeChallenge?: string;
  /** `prompt=consent`: the user is asked for consent in any case. */
  asksForConsent: boolean;
  /** The request itself, percent-encoded. */
  query: string;
}

/** Reads and checks authorization requests. */
@Injectable()
export class AuthorizationRequests {
  constructor(
    private readonly clients: ClientStore,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'OAUTH_WITHOUT_PKCE'>,
  ) {}

  /**
   * @throws ProblemError `authorization_invalid` if the client or the redirect URI is not valid: the error is shown to the
   *   user, because a redirect could lead to an attacker
   * @throws AuthorizationError for all other faults: a redirect reports them to the client
   */
  async read(query: ParsedQuery): Promise<AuthorizationRequest> {
    const parameters = new AuthorizationParameters(query);
    const client = await this.findClient(parameters);
    const redirectUri = redirectUriOf(parameters, client);
    const state = parameters.get('state');
    const target = { redirectUri, ...(state !== undefined && { state }) };
    const [code, description] = faultOf(parameters, client, needsPkce(client, this.environment)) ?? [];
    if (code) throw new AuthorizationError(target, code, description ?? '');
    const scope = grantableScope(parseScope(parameters.get('scope')), client);
    if (scope.length === 0) throw new AuthorizationError(target, 'invalid_scope', 'None of the scopes can be granted');
    const codeChallenge = parameters.get('code_challenge');
    return {
      ...target,
      client,
      namesRedirectUri: parameters.get('redirect_uri') !== undefined,
      scope,
      ...(codeChallenge !== undefined && { codeChallenge }),
      asksForConsent: parameters.get('prompt')?.split(' ').includes('consent') === true,
      query: parameters.toQuery(),
    };
  }

  private async findClient(parameters: AuthorizationParameters): Promise<Client> {
    const fault = parameters.faultOf('client_id');
    if (fault !== undefined) throw invalidAuthorization({ parameter: 'client_id', reason: fault });
    const id = parameters.get('client_id');
    if (id === undefined) throw invalidAuthorization({ parameter: 'client_id', reason: 'is missing' });
    const client = await this.clients.find(id);
    const reason = 'is not a registered client, or a disabled one';
    if (!client) throw invalidAuthorization({ parameter: 'client_id', reason });
    return client;
  }
}

function redirectUriOf(parameters: AuthorizationParameters, client: Client): string {
  const fault = parameters.faultOf('redirect_uri');
  if (fault !== undefined) throw invalidAuthorization({ parameter: 'redirect_uri', reason: fault });
  const requested = parameters.get('redirect_uri');
  const found = findRedirectUri(requested, client.redirectUris);
  if (found !== undefined) return found;
  const reason = requested === undefined ? 'is missing' : 'is not registered for the client; it is compared exactly';
  throw invalidAuthorization({ parameter: 'redirect_uri', reason });
}

function invalidAuthorization(fault: ProblemFault): ProblemError {
  const detail = `${fault.parameter ?? ''} ${fault.reason}.`;
  return new ProblemError('authorization_invalid', detail, { errors: [fault] });
}

/** The first fault of a request with a valid client and redirect URI, except for its scope. */
function faultOf(
  parameters: AuthorizationParameters,
  client: Client,
  isPkceNeeded: boolean,
): [AuthorizationErrorCode, description: string] | undefined {
  const type = parameters.get('response_type');
  const mode = parameters.get('response_mode');
  if (parameters.fault !== undefined) return ['invalid_request', parameters.fault];
  if (type === undefined) return ['invalid_request', 'response_type is missing'];
  if (type !== 'code') return ['unsupported_response_type', 'response_type can only be code'];
  if (mode !== undefined && mode !== 'query') return ['invalid_request', 'response_mode can only be query'];
  if (!grantsOf(client).includes('authorization_code'))
    return ['unauthorized_client', 'The client is not registered for authorization_code'];
  const pkce = pkceFault(parameters.get('code_challenge'), parameters.get('code_challenge_method'), isPkceNeeded);
  return pkce === undefined ? undefined : ['invalid_request', pkce];
}

/** Without a method, RFC 7636 means `plain`, which does not protect from an attacker who can read the request. */
function pkceFault(challenge: string | undefined, method: string | undefined, isNeeded: boolean): string | undefined {
  if (challenge === undefined && method !== undefined) return 'code_challenge is missing';
  if (challenge === undefined) return isNeeded ? 'code_challenge is required (PKCE with S256)' : undefined;
  if (method !== 'S256') return 'code_challenge_method must be S256';
  return /^[\w-]{43}$/.test(challenge) ? undefined : 'code_challenge must be a SHA-256 in base64url';
}
