import { Inject, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { type AuthenticatedClient, ClientStore } from '../../auth/client-store.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { Attempts, clientCounters, clientOwner } from '../attempts/attempts.js';
import { invalidClient, invalidRequest } from './oauth-middleware.js';
import { parseQuery, type QueryPair } from '../../http/request-target.js';
import { isStorable } from '../../http/parameters.js';

/** Authenticates clients at the OAuth endpoints (RFC 6749, sections 2.3 and 3.2.1), and limits failed attempts. */
@Injectable()
export class ClientAuthentication {
  constructor(
    private readonly clients: ClientStore,
    private readonly attempts: Attempts,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'OLD_CLIENTS'>,
  ) {}

  /** @throws OAuthError `invalid_request` or `invalid_client`; TooManyAttemptsError */
  async authenticate(request: Request): Promise<{ client: AuthenticatedClient; parameters: TokenRequest }> {
    const body = typeof request.body === 'string' ? request.body : '';
    // Many clients send a form under the Content-Type of JSON, so only the body tells.
    if (/^\s*[{[]/u.test(body)) throw invalidRequest('The body is JSON: send a form, grant_type=...&client_id=...');
    const parameters = readTokenRequest(request, body, this.environment.OLD_CLIENTS.includes('credentials-in-query'));
    const { client_id: id, client_secret: secret } = parameters;
    if (id === undefined) throw invalidClient();
    const client = secret ? await this.checkSecret(id, secret, request.ip ?? '') : await this.findPublic(id);
    if (!client) throw invalidClient();
    return { client, parameters };
  }

  private async checkSecret(id: string, secret: string, clientIp: string): Promise<AuthenticatedClient | undefined> {
    const { client, ...stored } = await this.clients.findWithHashes(id);
    const comparison = { secret, ...stored, owner: clientOwner(id, clientIp) };
    const secretHash = await this.attempts.findMatchingHash(clientCounters(id, clientIp), comparison);
    return client && secretHash !== undefined ? { ...client, secretHash } : undefined;
  }

  /** Not counted as an attempt: without a secret there is nothing to guess. */
  private async findPublic(id: string): Promise<AuthenticatedClient | undefined> {
    const client = await this.clients.find(id);
    return client?.public ? { ...client, secretHash: null } : undefined;
  }
}

/** The parameters of a request to the token, revocation or introspection endpoint, with the client's credentials. */
export type TokenRequest = Record<string, string>;

/** Parameters that older clients send in the query. Passwords of users and tokens are not accepted there, because proxies log URLs. */
const queryParameters = ['client_id', 'client_secret', 'grant_type', 'scope'];

/**
 * Reads a token request. Accepts what real clients send: any Content-Type, empty parameters, unknown parameters.
 *
 * @param body the form as text
 * @param allowQuery whether client credentials may be in the query
 * @throws OAuthError `invalid_request`
 */
export function readTokenRequest(request: Request, body: string, allowQuery: boolean): TokenRequest {
  const fromQuery = allowQuery ? readPairs(request.originalUrl).filter(([name]) => queryParameters.includes(name)) : [];
  const parameters = new Map<string, string>();
  for (const [name, value] of [...readPairs(`?${body}`), ...fromQuery]) {
    if (value === '') continue;
    if (parameters.has(name)) throw invalidRequest(`The parameter ${name} is given more than once`);
    parameters.set(name, value);
  }
  const basic = readBasic(request.headers.authorization);
  if (basic) {
    if (parameters.has('client_secret')) throw invalidRequest('The client authenticates in more than one way');
    if ((parameters.get('client_id') ?? basic.id) !== basic.id) {
      throw invalidRequest('The client_id differs from that of the Basic credentials');
    }
    parameters.set('client_id', basic.id).set('client_secret', basic.secret);
  }
  return Object.fromEntries(parameters);
}

/** @throws OAuthError `invalid_request` */
export function required(parameters: TokenRequest, name: string): string {
  const value = parameters[name];
  if (value === undefined) throw invalidRequest(`Missing parameter: ${name}`);
  return value;
}

function readPairs(target: string): readonly QueryPair[] {
  const { pairs, broken } = parseQuery(target);
  const unreadable = broken[0]?.[0] ?? pairs.find(([name, value]) => !isStorable(name + value))?.[0];
  if (unreadable !== undefined) throw invalidRequest(`The parameter ${JSON.stringify(unreadable)} cannot be decoded`);
  return pairs;
}

/** RFC 6749, section 2.3.1, requires that id and secret are form-encoded. Many clients send them plain. */
function readBasic(header: string | undefined): { id: string; secret: string } | undefined {
  if (header === undefined || !/^basic( |$)/i.test(header)) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header)?.[1] ?? '';
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon < 0 || !isStorable(text)) throw invalidRequest('The Basic credentials cannot be decoded');
  return { id: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) };
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
