/** The configuration that the server puts into the page. web/configuration.ts reads it in the browser. */
export interface ExploreConfiguration {
  /** The base address of the service. */
  readonly baseUrl: string;
  /** The OAuth client of the page. Absent while it is not registered. */
  readonly clientId?: string;
  /** The command that registers the client. Absent once it is registered. */
  readonly registration?: string;
  /** The demonstration account, if the demonstration data is loaded. */
  readonly demonstration?: { readonly email: string; readonly password: string };
  /** What the map shows first: the city with the most places, in degrees. Absent while no city has many. */
  readonly start?: Readonly<Record<'north' | 'west' | 'south' | 'east', number>>;
  readonly tiles?: { readonly url: string; readonly attribution: string };
  /** The path of a Protomaps file, if one is configured. */
  readonly pmtiles?: string;
  /** The path of the tiles with the names of cities and districts, with `{z}`, `{x}` and `{y}`. */
  readonly names: string;
  /** The path of their description: where places are, and what to attribute. */
  readonly baseMap: string;
  /** The path of the coasts, borders, lakes and rivers of the earth, as PMTiles. */
  readonly earth: string;
  /** The path of the plan of the demonstration island, if its places are loaded. */
  readonly samplePlan?: string;
  /** The path of the script of the map's worker. */
  readonly worker: string;
  /** The path of the licence texts. */
  readonly licences: string;
}
