import { Inject, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { Attempts } from '../attempts/attempts.js';
import { clientCounters } from '../attempts/counters.js';
import { type Client, ClientStore } from '../../auth/clients/client-store.js';
import { invalidClient } from './oauth-failure.js';
import { readTokenRequest, type TokenRequest } from './token-request.js';

/** A request of a client that is who it says it is. */
export interface ClientRequest {
  client: Client;
  parameters: TokenRequest;
}

/** Who asks at the OAuth endpoints (RFC 6749, sections 2.3 and 3.2.1). */
@Injectable()
export class ClientAuthentication {
  constructor(
    private readonly clients: ClientStore,
    private readonly attempts: Attempts,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'OAUTH_QUERY_CREDENTIALS'>,
  ) {}

  /**
   * @throws TokenRequestError when the request cannot be read; OAuthFailure `invalid_client`; TooManyAttemptsError
   */
  async read(request: Request): Promise<ClientRequest> {
    const body = typeof request.body === 'string' ? request.body : '';
    const parameters = readTokenRequest(request, body, this.environment.OAUTH_QUERY_CREDENTIALS);
    const client = await this.authenticate(parameters, request.ip ?? '');
    if (!client) throw invalidClient();
    return { client, parameters };
  }

  private async authenticate(parameters: TokenRequest, address: string): Promise<Client | undefined> {
    const { client_id: id, client_secret: secret = '' } = parameters;
    if (id === undefined) return undefined;
    if (secret === '') return this.public(id);
    const counters = clientCounters(id, address);
    const client = await this.clients.authenticate(id, secret, () => this.attempts.mustBeFew(counters));
    if (!client) await this.attempts.countFailure(counters);
    return client;
  }

  /** A public client has no secret to show, and its name is no secret. */
  private async public(id: string): Promise<Client | undefined> {
    const client = await this.clients.find(id);
    return client?.public ? client : undefined;
  }
}
