import { type ExploreConfiguration } from '../src/explore/configuration.js';

/** What the service tells its page. */
export type Configuration = ExploreConfiguration;

export function readConfiguration(page: HTMLElement): Configuration {
  return JSON.parse(page.dataset.configuration ?? '{}') as Configuration;
}

/** The way to the service on this origin: that is all the page may ask, whatever origin the service's links name. */
export function rootOf({ baseUrl }: Configuration): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}
