import { Inject, Injectable } from '@nestjs/common';
import { ClientStore, findRedirectUri } from '../auth/client-store.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { demonstrationUser } from '../demonstration/credentials.js';
import { ProblemError } from '../http/problems.js';
import { UsersService } from '../users/users.service.js';
import { type ExploreConfiguration } from './configuration.js';

type Settings = Pick<Environment, 'NODE_ENV' | 'OAUTH_ENDPOINTS'>;

/** How visitors of the page sign in: its OAuth client, and the demonstration account. */
@Injectable()
export class ExploreSignIn {
  constructor(
    @Inject(ENVIRONMENT) private readonly settings: Settings,
    private readonly clients: ClientStore,
    private readonly users: UsersService,
  ) {}

  /** @param baseUrl the public base address */
  async configuration(
    baseUrl: string,
  ): Promise<Pick<ExploreConfiguration, 'clientId' | 'registration' | 'demonstration'>> {
    if (!this.settings.OAUTH_ENDPOINTS) return {};
    const { email, password } = demonstrationUser;
    return {
      ...(await this.client(baseUrl)),
      ...((await this.isDemonstration()) && { demonstration: { email, password } }),
    };
  }

  private async client(baseUrl: string): Promise<Pick<ExploreConfiguration, 'clientId' | 'registration'>> {
    const clientId = this.settings.NODE_ENV === 'production' ? 'explore' : 'demo-explore';
    const redirectUri = `${baseUrl}/explore`;
    const client = await this.clients.findIncludingDisabled(clientId);
    const isUsable = client?.public === true && client.disabled === undefined;
    if (isUsable && findRedirectUri(redirectUri, client.redirectUris) !== undefined) return { clientId };
    // Not with its other addresses: anybody sees the page.
    if (client?.public) return { registration: `clients update ${clientId} --redirect-uri ${redirectUri}` };
    // Without https, users are asked for consent: another program could receive what is sent to the redirect URI.
    const kind = redirectUri.startsWith('https:') ? '--public --first-party' : '--public';
    return { registration: `clients create ${kind} --id ${clientId} --name Explore --redirect-uri ${redirectUri}` };
  }

  private async isDemonstration(): Promise<boolean> {
    if (this.settings.NODE_ENV === 'production') return false;
    try {
      await this.users.assertEmailExists(demonstrationUser.email);
      return true;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'email_not_found') return false;
      throw error;
    }
  }
}
