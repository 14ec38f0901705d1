import { Inject, Injectable } from '@nestjs/common';
import { ClientStore, findRedirectUri } from '../auth/client-store.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { demonstrationUser } from '../demonstration/credentials.js';
import { ProblemError } from '../http/problems.js';
import { UsersService } from '../users/users.service.js';
import { type ExploreConfiguration } from './configuration.js';

type Settings = Pick<Environment, 'NODE_ENV' | 'EXPLORE_CLIENT_ID' | 'OAUTH_ENDPOINTS'>;

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
    const { EXPLORE_CLIENT_ID: clientId } = this.settings;
    const redirectUri = `${baseUrl}/explore`;
    const client = await this.clients.findIncludingDisabled(clientId);
    const isUsable = client?.public === true && client.disabled === undefined;
    if (isUsable && findRedirectUri(redirectUri, client.redirectUris) !== undefined) return { clientId };
    // Proposes a second client if the first has another redirect URI: other programs may use it.
    const id = client ? `${clientId}-page` : clientId;
    // Without https, users are asked for consent: another program could receive what is sent to the redirect URI.
    const kind = redirectUri.startsWith('https:') ? '--public --first-party' : '--public';
    const command = `clients create ${kind} --id ${id} --name Explore --redirect-uri ${redirectUri}`;
    return { registration: client ? `${command} # EXPLORE_CLIENT_ID=${id}` : command };
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
