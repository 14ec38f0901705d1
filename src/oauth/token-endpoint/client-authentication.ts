import { Inject, Injectable } from '@nestjs/common';
import { type Request } from 'express';
import { type AuthenticatedClient, ClientStore } from '../../auth/clients/client-store.js';
import { ENVIRONMENT } from '../../config/config.module.js';
import { type Environment } from '../../config/environment.js';
import { Attempts } from '../attempts/attempts.js';
import { clientCounters, clientShare } from '../attempts/counters.js';
import { invalidClient } from '../oauth-error.js';
import { readTokenRequest, type TokenRequest } from './token-request.js';

/** Authenticates clients at the OAuth endpoints (RFC 6749, sections 2.3 and 3.2.1), and limits failed attempts. */
@Injectable()
export class ClientAuthentication {
  constructor(
    private readonly clients: ClientStore,
    private readonly attempts: Attempts,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'OAUTH_QUERY_CREDENTIALS'>,
  ) {}

  /** @throws OAuthError `invalid_request` or `invalid_client`; TooManyAttemptsError */
  async authenticate(request: Request): Promise<{ client: AuthenticatedClient; parameters: TokenRequest }> {
    const body = typeof request.body === 'string' ? request.body : '';
    const parameters = readTokenRequest(request, body, this.environment.OAUTH_QUERY_CREDENTIALS);
    const { client_id: id, client_secret: secret } = parameters;
    if (id === undefined) throw invalidClient();
    const client = secret ? await this.findBySecret(id, secret, request.ip ?? '') : await this.findPublic(id);
    if (!client) throw invalidClient();
    return { client, parameters };
  }

  private async findBySecret(id: string, secret: string, address: string): Promise<AuthenticatedClient | undefined> {
    const attempt = await this.attempts.start(clientCounters(id, address));
    return this.clients.authenticate(id, secret, { share: clientShare(id, address), attempt });
  }

  /** Not counted as an attempt: without a secret there is nothing to guess. */
  private async findPublic(id: string): Promise<AuthenticatedClient | undefined> {
    const client = await this.clients.find(id);
    return client?.public ? { ...client, secretHash: null } : undefined;
  }
}
