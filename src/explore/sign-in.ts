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
    const id = this.settings.NODE_ENV === 'production' ? 'explore' : 'demo-explore';
    // The second is for a service whose first serves other redirect URIs: an update would take these away.
    const ids = [id, `${id}-page`];
    const clients = await Promise.all(ids.map((each) => this.clients.findIncludingDisabled(each)));
    const redirectUri = `${baseUrl}/explore`;
    const usable = clients.find(
      (client) => client?.public && !client.disabled && findRedirectUri(redirectUri, client.redirectUris) !== undefined,
    );
    if (usable) return { clientId: usable.id };
    const free = ids.find((_, position) => clients[position] === undefined);
    if (free === undefined) {
      const isDisabled = clients[1]?.disabled !== undefined;
      return {
        registration: isDisabled
          ? `clients enable ${id}-page`
          : `clients update ${id}-page --redirect-uri ${redirectUri}`,
      };
    }
    // Without https, users are asked for consent: another program could receive what is sent to the redirect URI.
    const kind = redirectUri.startsWith('https:') ? '--public --first-party' : '--public';
    return { registration: `clients create ${kind} --id ${free} --name Explore --redirect-uri ${redirectUri}` };
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
