import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { hasIsland } from '../demonstration/island.js';
import { rootPath } from '../http/links.js';
import { contentPolicy } from '../http/page.js';
import { Areas } from '../places/areas/areas.js';
import { Bundle } from './bundle.js';
import { type ExploreConfiguration } from './configuration.js';
import { ExploreSignIn } from './sign-in.js';
import { type Language } from '../http/page-texts.js';
import { explorePage } from './shell.js';

/** If every city has fewer places, the map starts with all places. */
const MIN_PLACES = 100;

type Settings = Pick<Environment, 'EXPLORE' | 'MAP_TILES_URL' | 'MAP_TILES_ATTRIBUTION' | 'MAP_PMTILES'>;

@Injectable()
export class ExploreService {
  constructor(
    @Inject(ENVIRONMENT) private readonly settings: Settings,
    private readonly bundle: Bundle,
    private readonly signIn: ExploreSignIn,
    private readonly areas: Areas,
  ) {}

  get isEnabled(): boolean {
    return this.settings.EXPLORE;
  }

  /** @param baseUrl the public base address */
  async page(baseUrl: string, language: Language): Promise<{ text: string; policy: string }> {
    const { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution = '' } = this.settings;
    const names = await this.bundle.names();
    const { island, worker, map } = names;
    const { largestCity } = this.areas;
    const start = largestCity && largestCity.places >= MIN_PLACES ? largestCity.box : undefined;
    const home = `${rootPath(baseUrl)}/explore`;
    const folder = `${home}/assets/`;
    const configuration: ExploreConfiguration = {
      baseUrl,
      ...(await this.signIn.configuration(baseUrl)),
      ...(start && { start }),
      ...(url !== undefined && { tiles: { url, attribution } }),
      ...(this.settings.MAP_PMTILES !== undefined && { pmtiles: `${home}/map.pmtiles` }),
      names: `${home}/map/{z}/{x}/{y}.mvt`,
      baseMap: `${home}/map.json`,
      ...(hasIsland(this.areas) && {
        island: { path: folder + island.file, bounds: island.bounds, names: island.names },
      }),
      earth: folder + names.earth,
      worker: folder + worker,
      mapScripts: [worker, ...map].map((file) => folder + file),
      licences: folder + names.licences,
    };
    return { text: explorePage({ folder, names, configuration, language }), policy: explorePolicy(url) };
  }
}

/** The Content-Security-Policy: this service, pictures of places and people, and the tile server if one is configured. */
function explorePolicy(tilesUrl: string | undefined): string {
  const tiles = tilesUrl === undefined ? '' : ` ${new URL(tilesUrl).origin}`;
  // The map fetches tiles, and shows them from memory.
  return contentPolicy({
    'script-src': "'self'",
    'style-src': "'self'",
    'worker-src': "'self'",
    'img-src': "'self' data: https:",
    'connect-src': `'self'${tiles}`,
  });
}
