type Rectangle = Readonly<Record<'north' | 'west' | 'south' | 'east', number>>;

/** The plan of the demonstration island. */
export interface IslandPlan {
  /** In degrees. */
  readonly bounds: Rectangle;
  /** The names of its settlements and districts. */
  readonly names: readonly string[];
}

/** The configuration that the server puts into the page. web/configuration.ts reads it in the browser. */
export interface ExploreConfiguration {
  /** The base address of the service. */
  readonly baseUrl: string;
  /** The OAuth client of the page. Absent while it is not registered. */
  readonly clientId?: string;
  /** The command that registers the client. Absent once it is registered, and if nobody can sign in (`OAUTH_ENDPOINTS=false`). */
  readonly registration?: string;
  /** The demonstration account, if the demonstration data is loaded. */
  readonly demonstration?: { readonly email: string; readonly password: string };
  /** What the map shows first: the city with the most places, in degrees. Absent while no city has many. */
  readonly start?: Rectangle;
  readonly tiles?: { readonly url: string; readonly attribution: string };
  /** The path of a Protomaps file, if one is configured. */
  readonly pmtiles?: string;
  /** The path of the tiles with the names of cities and districts, with `{z}`, `{x}` and `{y}`. */
  readonly names: string;
  /** The path of their description: where places are, and what to attribute. */
  readonly baseMap: string;
  /** The path of the coasts, borders, lakes and rivers of the earth, as PMTiles. */
  readonly earth: string;
  /** The plan of the demonstration island and the path of its PMTiles, if its places are loaded. */
  readonly island?: IslandPlan & { readonly path: string };
  /** The path of the script of the map's worker. */
  readonly worker: string;
  /** The paths of the scripts that the map is made of. */
  readonly mapScripts: readonly string[];
  /** The path of the licence texts. */
  readonly licences: string;
}
