import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ClientStore, findRedirectUri } from '../auth/client-store.js';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { demonstrationUser } from '../demonstration/credentials.js';
import { rootPath } from '../http/links.js';
import { Areas } from '../places/areas/areas.js';
import { UsersService } from '../users/users.service.js';
import { Bundle, type BundleNames } from './bundle.js';
import { type ExploreConfiguration } from './configuration.js';
import { html } from '../http/html.js';
import { pageIcon } from '../http/page.js';

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
      names: `${home}/map/{z}/{x}/{y}.mvt`,
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

/** The HTML shell of the page. Its script renders everything else. */
function explorePage(folder: string, names: BundleNames, configuration: ExploreConfiguration): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Place Directory</title>
<link rel="icon" href="${pageIcon}">
<link rel="stylesheet" href="${folder}${names.style}">
<script type="module" src="${folder}start.js"></script>
</head>
<body>
<div id="explore" data-script="${folder}${names.script}" data-configuration="${JSON.stringify(configuration)}"></div>
<noscript><p>This page needs JavaScript. / Esta página precisa de JavaScript.</p></noscript>
</body>
</html>
`.source;
}

/** The Content-Security-Policy: this service, pictures of places and people, and the tile server if one is configured. */
function explorePolicy(tilesUrl: string | undefined): string {
  const tiles = tilesUrl === undefined ? '' : ` ${new URL(tilesUrl).origin}`;
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: https:${tiles}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** With fewer places in each city the page shows all. */
const MIN_PLACES = 100;

const METRES_PER_DEGREE = 111_320;

const DIGITS = 4;

/** The part of the earth that has most places of the city. `west` is greater than `east` across the 180th meridian. */
export function startView(city: Areas['largestCity']): ExploreConfiguration['start'] {
  if (!city || city.places < MIN_PLACES) return undefined;
  const { lat, lng } = city.centre;
  const degrees = city.radius / METRES_PER_DEGREE;
  const wider = degrees / Math.max(Math.cos((lat * Math.PI) / 180), 0.01);
  const within = (value: number): number => Number(Math.max(-90, Math.min(90, value)).toFixed(DIGITS));
  const wrapped = (value: number): number => Number((value - 360 * Math.round(value / 360)).toFixed(DIGITS));
  return {
    north: within(lat + degrees),
    west: wider < 180 ? wrapped(lng - wider) : -180,
    south: within(lat - degrees),
    east: wider < 180 ? wrapped(lng + wider) : 180,
  };
}
