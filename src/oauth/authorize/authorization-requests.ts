import { z } from 'zod';
import { Inject, Injectable } from '@nestjs/common';
import { type Client, ClientStore, grantsOf, needsPkce, findRedirectUri } from '../../auth/client-store.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { ProblemError, type ProblemFault } from '../../http/problems.js';
import { type ParsedQuery, formatReadableQuery, formatQuery, type QueryPair } from '../../http/request-target.js';
import { grantableScope, parseScope } from '../grants/token-families.js';
import { isStorable } from '../../http/parameters.js';

/** A checked authorization request (RFC 6749, section 4.1.1). */
export interface AuthorizationRequest extends RedirectTo {
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

/** An authorization request that fails. A redirect reports that to the client (RFC 6749, section 4.1.2.1). */
interface RejectedRequest extends RedirectTo {
  error: AuthorizationErrorCode;
  /** For the developer of the client: printable ASCII without quotes and backslash. */
  description: string;
}

/** RFC 6749, section 4.1.2.1. */
type AuthorizationErrorCode =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope';

/** Where the browser goes with the response to an authorization request. */
interface RedirectTo {
  /** Registered for the client. */
  redirectUri: string;
  /** As the client sent it. */
  state?: string;
}

/** Reads and checks authorization requests. */
@Injectable()
export class AuthorizationRequests {
  constructor(
    private readonly clients: ClientStore,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'OLD_CLIENTS'>,
  ) {}

  /**
   * @throws ProblemError `authorization_invalid` if the client or the redirect URI is not valid: the error is shown to the
   *   user, because a redirect could lead to an attacker
   */
  async read(query: ParsedQuery): Promise<AuthorizationRequest | RejectedRequest> {
    const parameters = new AuthorizationParameters(query);
    const client = await this.findClient(parameters);
    const redirectUri = redirectUriOf(parameters, client);
    const state = parameters.get('state');
    const redirectTo = { redirectUri, ...(state !== undefined && { state }) };
    const fault = findFault(parameters, client, needsPkce(client, this.environment));
    if (fault) return { ...redirectTo, error: fault[0], description: fault[1] };
    const scope = grantableScope(parseScope(parameters.get('scope')), client);
    if (scope.length === 0)
      return { ...redirectTo, error: 'invalid_scope', description: 'None of the scopes can be granted' };
    const codeChallenge = parameters.get('code_challenge');
    return {
      ...redirectTo,
      client,
      namesRedirectUri: parameters.get('redirect_uri') !== undefined,
      scope,
      ...(codeChallenge !== undefined && { codeChallenge }),
      asksForConsent: parameters.get('prompt')?.split(' ').includes('consent') === true,
      query: parameters.toQuery(),
    };
  }

  private async findClient(parameters: AuthorizationParameters): Promise<Client> {
    const fault = parameters.faultOfParameter('client_id');
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
  const fault = parameters.faultOfParameter('redirect_uri');
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
function findFault(
  parameters: AuthorizationParameters,
  client: Client,
  isPkceNeeded: boolean,
): [AuthorizationErrorCode, description: string] | undefined {
  const type = parameters.get('response_type');
  const mode = parameters.get('response_mode');
  if (parameters.firstFault !== undefined) return ['invalid_request', parameters.firstFault];
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

/** RFC 6749, section 4.1.1; RFC 7636, section 4.3; `prompt` and `ui_locales` of OpenID Connect Core 1.0, section 3.1.2.1. */
export const authorizationRequestSchema = z.object({
  response_type: z.literal('code').describe('The only supported type.'),
  client_id: z.string().describe('The id of the client.'),
  redirect_uri: z
    .string()
    .optional()
    .describe('A registered redirect URI; may be absent if exactly one is registered.'),
  scope: z.string().optional().describe('`read`, and `trust` for trusted clients, separated by spaces.'),
  state: z.string().optional().describe('Returned to the client unchanged.'),
  code_challenge: z
    .string()
    .optional()
    .describe('The SHA-256 of the code verifier, base64url (RFC 7636). Required, except from old clients.'),
  code_challenge_method: z.literal('S256').optional().describe('The only supported method.'),
  ui_locales: z
    .string()
    .optional()
    .describe(
      'Languages of the pages, the preferred one first, separated by spaces: `pt`, `en`. Default: those of the browser.',
    ),
  // Generated clients pass parameters in this order, so new ones come last.
  response_mode: z.literal('query').optional().describe('The only supported mode.'),
  prompt: z
    .string()
    .optional()
    .describe('`consent` asks the user again, also for scopes that are already allowed. Other values are ignored.'),
});

const names = authorizationRequestSchema.keyof().options;

type Name = (typeof names)[number];

const maxLength = 4096;

function isParameterName(name: string): name is Name {
  return names.some((known) => known === name);
}

/** The parameters of an authorization request. Unknown parameters are ignored (RFC 6749, section 3.1). */
class AuthorizationParameters {
  private readonly values = new Map<string, string>();
  private readonly faults = new Map<string, string>();

  constructor({ pairs, broken }: ParsedQuery) {
    for (const name of broken.map(([brokenName]) => brokenName).filter(isParameterName)) {
      this.faults.set(name, 'cannot be decoded');
    }
    for (const [name, value] of pairs) {
      // An empty parameter counts as absent (RFC 6749, section 3.1).
      if (value === '') continue;
      if (this.values.has(name)) this.faults.set(name, 'is given more than once');
      else if (isParameterName(name)) this.check(name, value);
      this.values.set(name, value);
    }
  }

  private check(name: Name, value: string): void {
    if (!isStorable(value)) this.faults.set(name, 'cannot be decoded');
    // `state` goes back to the client unchanged, so its length is not limited here.
    else if (value.length > maxLength && name !== 'state')
      this.faults.set(name, `is longer than ${maxLength} characters`);
  }

  /** @returns undefined if the parameter is absent or faulty */
  get(name: Name): string | undefined {
    return this.faults.has(name) ? undefined : this.values.get(name);
  }

  /** @returns why the parameter cannot be read, as the predicate of a sentence */
  faultOfParameter(name: Name): string | undefined {
    return this.faults.get(name);
  }

  /** The first fault, as a sentence. Does not repeat the names of unknown parameters. */
  get firstFault(): string | undefined {
    const [first] = this.faults;
    if (!first) return undefined;
    const [name, reason] = first;
    return `${isParameterName(name) ? name : 'A parameter'} ${reason}`;
  }

  /** The request as a query, for the forms of pages and the URLs of redirects. */
  toQuery(): string {
    return formatReadableQuery([...this.values].filter(([name]) => isParameterName(name)));
  }
}

export function isRejected(request: AuthorizationRequest | RejectedRequest): request is RejectedRequest {
  return 'error' in request;
}

/** The URL that reports a rejected request to the client. @param issuer base URL of the service */
export function errorLocation({ error, description, ...redirectTo }: RejectedRequest, issuer: string): string {
  const parameters = [
    ['error', error],
    ['error_description', description],
  ] as const;
  return responseLocation(redirectTo, parameters, issuer);
}

/**
 * The URL that takes the browser back to the client (RFC 6749, sections 4.1.2 and 4.1.2.1).
 *
 * @param parameters `code`, or `error` with its description; `state` and `iss` are added
 * @param issuer base URL of the service: tells the client which server responds (RFC 9207)
 */
export function responseLocation(
  { redirectUri, state }: RedirectTo,
  parameters: readonly QueryPair[],
  issuer: string,
): string {
  const stateParameter: readonly QueryPair[] = state === undefined ? [] : [['state', state]];
  return addToQuery(redirectUri, [...parameters, ...stateParameter, ['iss', issuer]]);
}

/** The query that the URI already has stays as it is (RFC 6749, section 3.1.2). */
function addToQuery(uri: string, parameters: readonly QueryPair[]): string {
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&';
  return uri + separator + formatQuery(parameters);
}
