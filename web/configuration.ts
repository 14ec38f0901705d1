import { type ExploreConfiguration } from '../src/explore/configuration.js';

/** The configuration that the server puts into the page. */
export type Configuration = ExploreConfiguration;

export function readConfiguration(page: HTMLElement): Configuration {
  return JSON.parse(page.dataset.configuration ?? '{}') as Configuration;
}

/** The base address on the page's own origin. The Content-Security-Policy allows no other, even if links name one. */
export function rootOf({ baseUrl }: Configuration): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}
