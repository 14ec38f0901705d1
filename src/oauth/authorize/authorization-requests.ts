import { Injectable } from '@nestjs/common';
import { ProblemError, type ProblemFault } from '../../http/problems/problems.js';
import { type ParsedQuery } from '../../http/request/query-string.js';
import { type Client, ClientStore, grantsOf, scopesOf } from '../../auth/clients/client-store.js';
import { findRedirectUri } from '../../auth/clients/redirect-uri.js';
import { AuthorizationRefusal, type RefusalCode } from './authorization-refusal.js';
import { RequestParameters } from './request-parameters.js';

/** What a client asks a person for, checked (RFC 6749, section 4.1.1). */
export interface AuthorizationRequest {
  client: Client;
  /** Where the person is sent back to. */
  redirectUri: string;
  /** The client named that address itself; it has to name it again when it redeems the code. */
  redirectUriSent: boolean;
  /** What it gets if the person agrees. */
  scope: string[];
  state?: string;
  /** RFC 7636, made by S256. */
  codeChallenge?: string;
  /** The request itself, percent-encoded. */
  printed: string;
}

/** Reads what clients send browsers with. */
@Injectable()
export class AuthorizationRequests {
  constructor(private readonly clients: ClientStore) {}

  /**
   * @throws ProblemError `authorization_invalid` when it is not known for sure whom to tell: the person is told
   * @throws AuthorizationRefusal when the client can be told
   */
  async read(query: ParsedQuery): Promise<AuthorizationRequest> {
    const parameters = new RequestParameters(query);
    const client = await this.clientOf(parameters);
    const redirectUri = redirectOf(parameters, client);
    const state = parameters.get('state');
    const to = { redirectUri, ...(state !== undefined && { state }) };
    const [code, description] = faultOf(parameters, client) ?? [];
    if (code) throw new AuthorizationRefusal(to, code, description ?? '');
    const scope = grantedScope(parameters.get('scope'), client);
    if (scope.length === 0) throw new AuthorizationRefusal(to, 'invalid_scope', 'None of the scopes can be granted');
    const codeChallenge = parameters.get('code_challenge');
    return {
      ...to,
      client,
      redirectUriSent: parameters.get('redirect_uri') !== undefined,
      scope,
      ...(codeChallenge !== undefined && { codeChallenge }),
      printed: parameters.print(),
    };
  }

  private async clientOf(parameters: RequestParameters): Promise<Client> {
    const fault = parameters.faultOf('client_id');
    if (fault !== undefined) throw unanswerable({ parameter: 'client_id', reason: fault });
    const id = parameters.get('client_id');
    if (id === undefined) throw unanswerable({ parameter: 'client_id', reason: 'is missing' });
    const client = await this.clients.find(id);
    if (!client)
      throw unanswerable({ parameter: 'client_id', reason: 'is not a registered client, or a disabled one' });
    return client;
  }
}

function redirectOf(parameters: RequestParameters, client: Client): string {
  const fault = parameters.faultOf('redirect_uri');
  if (fault !== undefined) throw unanswerable({ parameter: 'redirect_uri', reason: fault });
  const requested = parameters.get('redirect_uri');
  const found = findRedirectUri(requested, client.redirectUris);
  if (found !== undefined) return found;
  const reason = requested === undefined ? 'is missing' : 'is not registered for the client; it is compared exactly';
  throw unanswerable({ parameter: 'redirect_uri', reason });
}

function unanswerable(fault: ProblemFault): ProblemError {
  const detail = `${fault.parameter ?? ''} ${fault.reason}.`;
  return new ProblemError('authorization_invalid', detail, { errors: [fault] });
}

/** What is wrong, apart from the scope, with a request whose client and address are good. */
function faultOf(parameters: RequestParameters, client: Client): [RefusalCode, string] | undefined {
  const type = parameters.get('response_type');
  const mode = parameters.get('response_mode');
  if (parameters.fault !== undefined) return ['invalid_request', parameters.fault];
  if (type === undefined) return ['invalid_request', 'response_type is missing'];
  if (type !== 'code') return ['unsupported_response_type', 'response_type can only be code'];
  if (mode !== undefined && mode !== 'query') return ['invalid_request', 'response_mode can only be query'];
  if (!grantsOf(client).includes('authorization_code'))
    return ['unauthorized_client', 'The client is not registered for authorization_code'];
  const pkce = pkceFault(parameters.get('code_challenge'), parameters.get('code_challenge_method'), client);
  return pkce === undefined ? undefined : ['invalid_request', pkce];
}

/** RFC 7636: an absent method means plain, which protects from nobody who sees the request. */
function pkceFault(challenge: string | undefined, method: string | undefined, client: Client): string | undefined {
  if (challenge === undefined && method !== undefined) return 'code_challenge is missing';
  if (challenge === undefined) return client.public ? 'A public client needs a code_challenge (PKCE)' : undefined;
  if (method !== 'S256') return 'code_challenge_method has to be S256';
  return /^[\w-]{43}$/.test(challenge) ? undefined : 'code_challenge is no SHA-256 in base64url';
}

/** Without a request all that the client may have; unknown scopes are dropped (design, section 4). */
function grantedScope(requested: string | undefined, client: Client): string[] {
  const possible = scopesOf(client);
  const names = requested?.split(/[\s,]+/).filter(Boolean) ?? [];
  return names.length === 0 ? possible : possible.filter((name) => names.includes(name));
}
