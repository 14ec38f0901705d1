/** What the service tells its page. The same type stands in src/explore/explore.page.ts. */
export interface Configuration {
  readonly baseUrl: string;
  readonly clientId?: string;
  readonly registration?: string;
  readonly demonstration?: { readonly email: string; readonly password: string };
  readonly tiles?: { readonly url: string; readonly attribution: string };
  readonly outlines: string;
  readonly fineOutlines: string;
  readonly licences: string;
}

export function readConfiguration(page: HTMLElement): Configuration {
  return JSON.parse(page.dataset.configuration ?? '{}') as Configuration;
}

/** The way to the service on this origin: that is all the page may ask, whatever origin the service's links name. */
export function rootOf({ baseUrl }: Configuration): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}
