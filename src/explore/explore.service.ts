import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ClientStore } from '../auth/clients/client-store.js';
import { findRedirect } from '../auth/clients/redirect-uri.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { rootPath } from '../http/routes/root-path.js';
import { UsersService } from '../users/users.service.js';
import { Bundle } from './bundle.js';
import { type ExploreConfiguration } from './configuration.js';
import { explorePage, explorePolicy } from './explore-page.js';

/** Public knowledge (README); the account is in the demonstration data, and nowhere else. */
const demonstration = { email: 'maria@example.com', password: 'demo-password' };

type Settings = Pick<
  Environment,
  'NODE_ENV' | 'EXPLORE' | 'EXPLORE_CLIENT_ID' | 'PUBLIC_URL' | 'MAP_TILES_URL' | 'MAP_TILES_ATTRIBUTION'
>;

@Injectable()
export class ExploreService implements OnApplicationBootstrap {
  private readonly logger = new Logger(ExploreService.name);

  constructor(
    @Inject(ENVIRONMENT) private readonly settings: Settings,
    private readonly bundle: Bundle,
    private readonly clients: ClientStore,
    private readonly users: UsersService,
  ) {}

  get isOn(): boolean {
    return this.settings.EXPLORE;
  }

  /** Whoever asked for the page in production should not learn from its visitors that nobody can sign in. */
  async onApplicationBootstrap(): Promise<void> {
    const { NODE_ENV, EXPLORE, PUBLIC_URL } = this.settings;
    if (!EXPLORE || NODE_ENV !== 'production') return;
    if (PUBLIC_URL === undefined) {
      this.logger.warn('PUBLIC_URL is missing: to where people come back from signing in at /explore is not known');
      return;
    }
    const client = await this.client(PUBLIC_URL).catch(() => undefined);
    if (client?.registration !== undefined) {
      this.logger.warn(`Nobody can sign in at /explore yet: ${client.registration}`);
    }
  }

  /** @param baseUrl what links begin with */
  async page(baseUrl: string): Promise<{ text: string; policy: string }> {
    const { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution = '' } = this.settings;
    const names = await this.bundle.names();
    const folder = `${rootPath(baseUrl)}/explore/assets/`;
    const configuration: ExploreConfiguration = {
      baseUrl,
      ...(await this.client(baseUrl)),
      ...((await this.isDemonstration()) && { demonstration }),
      ...(url !== undefined && { tiles: { url, attribution } }),
      outlines: folder + names.outlines,
      fineOutlines: folder + names.fineOutlines,
      licences: folder + names.licences,
    };
    return { text: explorePage(folder, names, configuration), policy: explorePolicy(url) };
  }

  private async client(baseUrl: string): Promise<Pick<ExploreConfiguration, 'clientId' | 'registration'>> {
    const { EXPLORE_CLIENT_ID: clientId } = this.settings;
    const address = `${baseUrl}/explore`;
    const client = await this.clients.findRegistered(clientId);
    const isFit = client?.public === true && client.disabled === undefined;
    if (isFit && findRedirect(address, client.redirectUris) !== undefined) return { clientId };
    // A client stays as it was registered: where one is that leads elsewhere, it takes another.
    const id = client ? `${clientId}-page` : clientId;
    const command = `clients create --public --id ${id} --name Explore --redirect-uri ${address}`;
    return { registration: client ? `${command} # EXPLORE_CLIENT_ID=${id}` : command };
  }

  private async isDemonstration(): Promise<boolean> {
    if (this.settings.NODE_ENV === 'production') return false;
    return this.users.mustHaveEmail(demonstration.email).then(
      () => true,
      () => false,
    );
  }
}
