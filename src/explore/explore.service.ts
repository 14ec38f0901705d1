import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ClientStore } from '../auth/clients/client-store.js';
import { findRedirectUri } from '../auth/clients/redirect-uri.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { demonstrationUser } from '../demonstration/credentials.js';
import { rootPath } from '../http/routes/root-path.js';
import { Areas } from '../places/areas/areas.js';
import { UsersService } from '../users/users.service.js';
import { Bundle } from './bundle.js';
import { type ExploreConfiguration } from './configuration.js';
import { startView } from './start-view.js';
import { explorePage, explorePolicy } from './explore-page.js';

type Settings = Pick<
  Environment,
  | 'NODE_ENV'
  | 'EXPLORE'
  | 'EXPLORE_CLIENT_ID'
  | 'PUBLIC_URL'
  | 'MAP_TILES_URL'
  | 'MAP_TILES_ATTRIBUTION'
  | 'MAP_PMTILES'
>;

@Injectable()
export class ExploreService implements OnApplicationBootstrap {
  private readonly logger = new Logger(ExploreService.name);

  constructor(
    @Inject(ENVIRONMENT) private readonly settings: Settings,
    private readonly bundle: Bundle,
    private readonly clients: ClientStore,
    private readonly users: UsersService,
    private readonly areas: Areas,
  ) {}

  get isEnabled(): boolean {
    return this.settings.EXPLORE;
  }

  /** Warns the operator at start if visitors cannot sign in. */
  async onApplicationBootstrap(): Promise<void> {
    const { NODE_ENV, EXPLORE, PUBLIC_URL } = this.settings;
    if (!EXPLORE || NODE_ENV !== 'production' || PUBLIC_URL === undefined) return;
    const client = await this.client(PUBLIC_URL).catch(() => undefined);
    if (client?.registration !== undefined) {
      this.logger.warn(`Sign-in at /explore does not work: register its client with "${client.registration}"`);
      return;
    }
    const { EXPLORE_CLIENT_ID: id } = this.settings;
    if (PUBLIC_URL.startsWith('https:') && (await this.clients.find(id).catch(() => undefined))?.firstParty === false) {
      this.logger.warn(
        `The page /explore asks people for their consent: "clients update ${id} --first-party" ends that`,
      );
    }
  }

  /** @param baseUrl the public base address */
  async page(baseUrl: string): Promise<{ text: string; policy: string }> {
    const { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution = '' } = this.settings;
    const { email, password } = demonstrationUser;
    const names = await this.bundle.names();
    const start = startView(this.areas.largestCity);
    const home = `${rootPath(baseUrl)}/explore`;
    const folder = `${home}/assets/`;
    const configuration: ExploreConfiguration = {
      baseUrl,
      ...(await this.client(baseUrl)),
      ...((await this.isDemonstration()) && { demonstration: { email, password } }),
      ...(start && { start }),
      ...(url !== undefined && { tiles: { url, attribution } }),
      ...(this.settings.MAP_PMTILES !== undefined && { pmtiles: `${home}/map.pmtiles` }),
      streets: `${home}/map/{z}/{x}/{y}.mvt`,
      baseMap: `${home}/map.json`,
      outlines: folder + names.outlines,
      fineOutlines: folder + names.fineOutlines,
      licences: folder + names.licences,
    };
    return { text: explorePage(folder, names, configuration), policy: explorePolicy(url) };
  }

  private async client(baseUrl: string): Promise<Pick<ExploreConfiguration, 'clientId' | 'registration'>> {
    const { EXPLORE_CLIENT_ID: clientId } = this.settings;
    const redirectUri = `${baseUrl}/explore`;
    const client = await this.clients.findIncludingDisabled(clientId);
    const isUsable = client?.public === true && client.disabled === undefined;
    if (isUsable && findRedirectUri(redirectUri, client.redirectUris) !== undefined) return { clientId };
    // Other programs may use a registered client: if it has another redirect address, propose a second one.
    const id = client ? `${clientId}-page` : clientId;
    // Other addresses than https ask for consent: another program can receive what is sent to them.
    const kind = redirectUri.startsWith('https:') ? '--public --first-party' : '--public';
    const command = `clients create ${kind} --id ${id} --name Explore --redirect-uri ${redirectUri}`;
    return { registration: client ? `${command} # EXPLORE_CLIENT_ID=${id}` : command };
  }

  private async isDemonstration(): Promise<boolean> {
    if (this.settings.NODE_ENV === 'production') return false;
    return this.users.assertEmailExists(demonstrationUser.email).then(
      () => true,
      () => false,
    );
  }
}
