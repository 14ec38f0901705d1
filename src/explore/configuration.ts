/** What the script of the page learns of the service. Known to both sides of the page. */
export interface ExploreConfiguration {
  /** What the links of the service begin with. */
  readonly baseUrl: string;
  /** The public client as which people sign in; absent while it is not registered. */
  readonly clientId?: string;
  /** How to register it, when it is not. */
  readonly registration?: string;
  /** The account of the demonstration, where that is loaded. */
  readonly demonstration?: { readonly email: string; readonly password: string };
  readonly tiles?: { readonly url: string; readonly attribution: string };
  /** The addresses of the outlines of countries, from afar and from near, and of the licences of what the page is made of. */
  readonly outlines: string;
  readonly fineOutlines: string;
  readonly licences: string;
}
