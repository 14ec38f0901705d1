import { z } from 'zod';
import {
  flag,
  tiles,
  basePath,
  claim,
  claims,
  databaseUrl,
  integer,
  isBaseUrl,
  languages,
  listenAddress,
  oldClients,
  origins,
  privateUserFields,
  quotas,
  defaultQuotas,
  trustProxy,
  url,
  urls,
} from './values.js';

const explore = {
  EXPLORE: flag.optional().describe('Serves `/explore`. In production the default is `false`.'),
  MAP_TILES_URL: tiles
    .optional()
    .describe(
      'The tiles of the map of `/explore` ([what it shows](running.md#the-page-explore)). Their server must allow other origins (CORS).',
    ),
  MAP_PMTILES: z
    .string()
    .meta({ takes: 'a path' })
    .optional()
    .describe(
      'A file of [Protomaps](https://docs.protomaps.com/basemaps/downloads) (`.pmtiles`, version 3), which the map of `/explore` shows to anybody. `MAP_TILES_URL` comes first.',
    ),
  MAP_TILES_ATTRIBUTION: z
    .string()
    .meta({ takes: 'a text' })
    .optional()
    .describe('The attribution of the tiles, shown on the map.'),
};

const elasticsearchUrl = 'http://host:9200';

const essential = {
  DATABASE_URL: databaseUrl.describe(
    'PostgreSQL, the system of record. [`?sslmode=verify-full`](running.md#tls-to-postgresql) encrypts the connection and checks the server.',
  ),
  ELASTICSEARCH_URL: urls(/^https?$/, elasticsearchUrl)
    .refine((given) => given.length > 0, `must look like ${elasticsearchUrl}`)
    .describe('The nodes of one Elasticsearch cluster.'),
  PORT: integer(0, 65_535).default(3000).describe('The port of the API. `0` takes a free port; production rejects it.'),
  LISTEN_ADDRESS: listenAddress
    .optional()
    .describe('The address on which `PORT` and `ADMIN_PORT` listen. In production the default is `all`.'),
  PUBLIC_URL: url(/^https?$/, 'https://places.example.org')
    .refine(isBaseUrl, 'must be scheme, host and perhaps a path, alone')
    // Converts internationalised host names to ASCII, because headers cannot contain other letters.
    .transform((value) => new URL(value).href.replace(/(?<!\/)\/+$/, ''))
    .optional()
    .describe(
      'The address that clients use, for links, the OAuth issuer and cookies. Production requires it, with `https://`. Without it the address of the request counts.',
    ),
  BASE_PATH: basePath
    .default('')
    .describe('A path before all addresses, after `PUBLIC_URL`. Requests may have it or not.'),
  TRUST_PROXY: trustProxy
    .default(false)
    .describe(
      'The proxies whose `X-Forwarded-*` headers are trusted. Set it behind a load balancer or ingress. A number above that of the proxies lets callers choose their address. Production rejects `true`, more than 5 hops, and networks larger than `10.0.0.0/8` or `fc00::/7`.',
    ),
};

const processSettings = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe(
      '`production` rejects the demonstration data, and does not start while its public passwords and secrets work.',
    ),
  ADMIN_PORT: integer(0, 65_535)
    .optional()
    .describe('A separate port for [health and metrics](monitoring.md). `0` takes a free port; production rejects it.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('The lowest level that is logged.'),
  SHUTDOWN_DRAIN: integer(0, 15)
    .default(4)
    .describe('Seconds after SIGTERM during which a replica still serves requests but is not ready.'),
};

const load = {
  MAX_IN_FLIGHT: integer(1, 100_000)
    .default(500)
    .describe('Requests in flight during a burst; [how they are limited](failures.md#overload-limits).'),
  DATABASE_POOL_SIZE: integer(4, 1000)
    .default(10)
    .describe('Connections to PostgreSQL for requests. Background work has three more.'),
  DATABASE_NAMED_STATEMENTS: flag
    .default(true)
    .describe(
      'Prepares frequent statements once for each connection. Set `false` behind [some poolers](scale.md#put-a-pooler-in-front-of-postgresql).',
    ),
  QUOTAS: quotas
    .prefault(defaultQuotas)
    .describe(
      'Requests of each client with application tokens (`application`), for each of its users (`user`), and with trusted tokens (`trusted`); checks of e-mail addresses (`email_check`), `60/60` unless it is set or `none`.',
    ),
};

const scaling = {
  ELASTICSEARCH_REPLICAS: integer(0, 100)
    .optional()
    .describe(
      'Replicas of each shard, on other nodes, applied at the start. Without it, one if there are two nodes or more.',
    ),
  ELASTICSEARCH_SHARDS: integer(1, 1024)
    .default(1)
    .describe('Primary shards of a new index. Run `reindex` after a change.'),
  ELASTICSEARCH_INDEX: z
    .string()
    .regex(/^[a-z][a-z0-9_.-]{0,99}$/, 'must be a lower-case index name')
    .meta({ takes: 'a lower-case name' })
    .default('places')
    .describe(
      'The alias that searches read. Each place directory on a cluster needs its own; the service and its commands need the same.',
    ),
};

const search = {
  AREAS_INTERVAL: integer(1, 86_400)
    .default(60)
    .describe('How often the list of cities and districts is computed from changed places, in seconds.'),
  SEARCH_LANGUAGES: languages
    .optional()
    .describe(
      'The languages whose plurals are found. Without it, [those of the places](../data.md#languages). Run `reindex` after a change.',
    ),
  SEARCH_SYNONYMS: z
    .string()
    .meta({ takes: 'a path, or `none`' })
    .optional()
    .describe(
      'A file of [synonyms](../query-language.md#synonyms), read again when it changes. Without it, those that the service brings; `none` for no synonyms.',
    ),
  SEARCH_TIMEOUT: integer(50, 60_000)
    .default(2000)
    .describe(
      'Milliseconds after which a search without a response from Elasticsearch fails. A search [waits](failures.md#overload-limits) for others for five seconds at most, or a second longer than this if that is more.',
    ),
};

const caching = {
  RESPONSE_CACHE_SIZE: integer(0, 10_000_000_000)
    .default(64_000_000)
    .describe('Bytes of memory for cached responses, roughly. `0` turns the cache off.'),
  CACHE_MAX_AGE: integer(0, 86_400)
    .default(30)
    .describe('Seconds for which clients may cache search results, lists and records (`Cache-Control: max-age`).'),
};

const tokens = {
  ACCESS_TOKEN_TTL: integer(60, 31_536_000).default(3600).describe('Seconds until an access token expires.'),
  REFRESH_TOKEN_MAX_AGE: integer(3600, 315_360_000)
    .default(7_776_000)
    .describe(
      'Seconds after a sign-in until all its tokens expire, however often they are refreshed. A refresh token expires after 30 days without use.',
    ),
  REFRESH_TOKEN_REUSE_INTERVAL: integer(0, 30)
    .default(10)
    .describe(
      'Seconds in which a client that repeats a used refresh token [gets the same new tokens](../adr/0020-end-of-tokens.md). `0` turns this off.',
    ),
  SESSION_TTL: integer(60, 31_536_000)
    .default(28_800)
    .describe('Seconds that a user stays signed in on the authorization pages.'),
  AUDIT_RETENTION: integer(1, 3650).default(365).describe('Days that entries of the audit log are kept.'),
  OPERATOR: z
    .string()
    .regex(/^[\w.@-]{1,100}$/, 'must be a name of 1 to 100 letters, digits or _ . @ -')
    .meta({ takes: 'a name' })
    .optional()
    .describe('Who runs commands, for the audit log. Without it the name of the user in the operating system.'),
};

const issuer = {
  JWT_ISSUER: url(/^https?$/, 'https://sso.example.org/realms/company')
    .refine(isBaseUrl, 'must be the address of an issuer, without query and fragment')
    .optional()
    .describe(
      'The OpenID Connect issuer whose access tokens are accepted if they are signed JWTs, exactly as in the claim `iss`. Production requires `https://`.',
    ),
  JWT_AUDIENCE: z
    .string()
    .meta({ takes: 'a text' })
    .optional()
    .describe(
      'What the claim `aud` has to contain: the name of this service at the issuer. Required with `JWT_ISSUER`.',
    ),
  JWT_USER_CLAIM: claim
    .default('sub')
    .describe(
      'The claim with the identifier of the user in this directory. A token without it, or with the identifier of the client in it, is an application token.',
    ),
  JWT_SCOPE_CLAIMS: claims
    .prefault('scope,scp')
    .describe('The claims that hold the scopes `read` and `trust`, each as a list, or as a text with spaces between.'),
  OAUTH_ENDPOINTS: flag
    .default(true)
    .describe(
      'Serves the own token endpoint, sign-in and account pages. `false` needs `JWT_ISSUER`, and ends [what depends on them](../tokens.md#without-the-own-endpoints).',
    ),
};

const attempts = {
  ATTEMPT_LIMIT: integer(1, 1_000_000)
    .default(10)
    .describe(
      'Failed attempts for one name from one address, browser or client; [beyond it](../adr/0021-failed-attempts.md) attempts are delayed.',
    ),
  ATTEMPT_LIMIT_TOTAL: integer(1, 1_000_000)
    .default(100)
    .describe('Failed attempts from one address for all names, and for one user name from all addresses.'),
};

const privacy = {
  PRIVATE_USER_FIELDS: privateUserFields
    .default([])
    .describe(
      'What only the user may read about a user, [field by field](privacy.md#fields-that-only-the-user-may-read). Without it, every client reads all of it.',
    ),
};

const clients = {
  CORS_ORIGINS: origins
    .default([])
    .describe('Origins whose scripts may call the API from a browser, compared exactly.'),
  OLD_CLIENTS: oldClients
    .default([])
    .describe(
      'What to accept from [old clients](../old-clients.md#1-set-the-switches), although standards advise against it.',
    ),
};

/** All settings by what an operator wants to do, in the order of docs/operations/configuration.md. */
export const settingGroups = [
  { title: 'Start here', settings: essential },
  { title: 'Run the process', settings: processSettings },
  { title: 'Limit the load', settings: load },
  { title: 'Scale out PostgreSQL and Elasticsearch', settings: scaling },
  { title: 'Tune searches', settings: search },
  { title: 'Cache', settings: caching },
  { title: 'Set the lifetime of tokens and sessions', settings: tokens },
  { title: 'Accept tokens of another issuer', settings: issuer },
  { title: 'Stop password guessing', settings: attempts },
  { title: 'Protect personal data', settings: privacy },
  { title: 'Admit browsers and old clients', settings: clients },
  { title: 'Configure the /explore page', settings: explore },
];

export const settings = z.object({
  ...essential,
  ...processSettings,
  ...load,
  ...scaling,
  ...search,
  ...caching,
  ...tokens,
  ...issuer,
  ...attempts,
  ...privacy,
  ...clients,
  ...explore,
});
