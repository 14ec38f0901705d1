import { z } from 'zod';
import { flag, integer, isBase, origins, quota, tiles, trustProxy, url, urls } from './values.js';

/**
 * The environment of the service: every variable with its rule, its default and what it means. The table of
 * docs/operations/configuration.md is made of it.
 */
const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('`production` refuses the demonstration data and its public passwords.'),
  PORT: integer(0, 65_535).default(3000).describe('The port of the interface; 0 takes a free one.'),
  ADMIN_PORT: integer(0, 65_535)
    .optional()
    .describe(
      'A port of its own for health and metrics, which are not on the port of the interface then; 0 takes a free one.',
    ),
  SHUTDOWN_DRAIN: integer(0, 15)
    .default(4)
    .describe(
      'Seconds at SIGTERM in which it still answers and says "not ready", so that balancers look elsewhere meanwhile.',
    ),
  MAX_IN_FLIGHT: integer(1, 100_000)
    .default(500)
    .describe(
      'Requests that are worked on at once in a burst, and half of them when it has lasted for three seconds, until a quarter is left; what comes beyond is turned away at once (503 `overloaded`).',
    ),
  PUBLIC_URL: url(/^https?$/, 'https://places.example.org')
    .refine(isBase, 'must be scheme, host and perhaps a path, alone')
    // Names of hosts in other letters as headers can hold them.
    .transform((value) => new URL(value).href.replace(/\/+$/, ''))
    .optional()
    .describe(
      'The address that callers see; links begin with it. Without it they begin with the address of the request.',
    ),
  TRUST_PROXY: trustProxy.default(false).describe('Whose `X-Forwarded-*` headers to believe.'),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/database').describe(
    'PostgreSQL, the system of record.',
  ),
  DATABASE_POOL_SIZE: integer(4, 1000)
    .default(10)
    .describe('Connections to PostgreSQL for requests; what is done beside them has three more.'),
  DATABASE_REPLICA_URLS: urls(/^postgres(ql)?$/, 'postgres://user:password@host:5432/database')
    .default([])
    .describe(
      'Databases that follow it, for reading users, places, categories and activity: what has just been written may be missing there.',
    ),
  ELASTICSEARCH_URL: urls(/^https?$/, 'http://host:9200')
    .refine((given) => given.length > 0, 'must look like http://host:9200')
    .describe('The nodes of one cluster; whichever answers is asked.'),
  ELASTICSEARCH_INDEX: z
    .string()
    .regex(/^[a-z][a-z0-9_.-]{0,99}$/, 'must be a lower-case index name')
    .meta({ takes: 'a lower-case name' })
    .default('places')
    .describe(
      'The alias that searches read; the indices behind it carry its name and a time. One for each directory on a cluster, the same for its service and its commands.',
    ),
  ELASTICSEARCH_SHARDS: integer(1, 1024)
    .default(1)
    .describe('Parts that the index is cut into: fixed when it is made, so that `reindex` brings another number.'),
  ELASTICSEARCH_REPLICAS: integer(0, 100)
    .default(1)
    .describe('Further copies of each part, on other nodes; brought to a live index at the start.'),
  SEARCH_DEFAULT_RADIUS: integer(1, 1_000_000)
    .default(50_000)
    .describe('Metres around `location.lat` and `location.lng` when the request names no radius.'),
  SEARCH_TIMEOUT: integer(50, 60_000)
    .default(2000)
    .describe('Milliseconds after which a search that Elasticsearch has not answered is given up.'),
  RESPONSE_CACHE_SIZE: integer(0, 10_000_000_000)
    .default(64_000_000)
    .describe('Bytes of memory for cached responses, roughly. `0` turns the cache off.'),
  INDEX_POLL_INTERVAL: integer(1, 60)
    .default(1)
    .describe(
      'Seconds within which the search index is polled for changes. A cached search response is at most that much older than the index.',
    ),
  CACHE_MAX_AGE: integer(0, 86_400)
    .default(30)
    .describe('Seconds that search results, lists and records may be reused by their caller.'),
  ACCESS_TOKEN_TTL: integer(60, 31_536_000).default(3600).describe('Seconds that an access token lives.'),
  REFRESH_TOKEN_TTL: integer(60, 315_360_000)
    .default(2_592_000)
    .describe('Seconds that a refresh token lives; each use begins anew with the next one.'),
  AUTHORIZATION_CODE_TTL: integer(60, 600).default(300).describe('Seconds that an authorization code lives.'),
  ATTEMPT_LIMIT: integer(1, 1_000_000)
    .default(10)
    .describe('Failed attempts under one client or user name from one address, after which the next ones are refused.'),
  ATTEMPT_LIMIT_TOTAL: integer(1, 1_000_000)
    .default(100)
    .describe('The same for one address under all names, and for one user name from all addresses.'),
  ATTEMPT_WINDOW: integer(1, 86_400)
    .default(300)
    .describe('Seconds after the first failure that attempts are counted anew.'),
  SESSION_TTL: integer(60, 31_536_000)
    .default(28_800)
    .describe('Seconds that a person stays signed in with a browser, on the pages where clients are allowed access.'),
  CLEANUP_INTERVAL: integer(1, 86_400)
    .default(300)
    .describe('Seconds between two cleanings of expired tokens, by one of the replicas.'),
  TOKEN_CACHE_SIZE: integer(1, 1_000_000).default(10_000).describe('Looked-up tokens kept in memory.'),
  ACCESS_TOKEN_IN_QUERY: flag
    .default(false)
    .describe('Take `?access_token=` from old clients of this interface; RFC 9700 advises against it.'),
  OAUTH_QUERY_CREDENTIALS: flag
    .default(false)
    .describe('Take client credentials in the query of the token endpoint, as old clients send them.'),
  CORS_ORIGINS: origins
    .default([])
    .describe(
      'Origins that browsers may call from, compared exactly. Not the authorization endpoint, to which they only lead people.',
    ),
  QUOTA_APPLICATION: quota
    .optional()
    .describe('What a client may ask with its application tokens; without one, as much as it likes.'),
  QUOTA_USER: quota.optional().describe('The same with user tokens, all its users together.'),
  QUOTA_TRUSTED: quota.optional().describe('The same with tokens of a trusted client.'),
  EXPLORE: flag.optional().describe('Whether `/explore` is there; in production it is not unless this says so.'),
  EXPLORE_CLIENT_ID: z
    .string()
    .regex(/^[\x21-\x7E]{1,100}$/, 'must be the identifier of a client')
    .meta({ takes: 'an identifier' })
    .optional()
    .describe('The public client as which `/explore` signs people in; in production `explore`.'),
  MAP_TILES_URL: tiles
    .optional()
    .describe('Where the map of `/explore` gets its tiles; without it the outlines of countries are drawn.'),
  MAP_TILES_ATTRIBUTION: z.string().meta({ takes: 'a text' }).optional().describe('Whom the map names for its tiles.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('From what on it is logged.'),
});

/** What depends on whether this is production comes last. */
export const environmentSchema = variables.transform((given) => ({
  ...given,
  EXPLORE: given.EXPLORE ?? given.NODE_ENV !== 'production',
  EXPLORE_CLIENT_ID: given.EXPLORE_CLIENT_ID ?? (given.NODE_ENV === 'production' ? 'explore' : 'demo-explore'),
}));

/** The checked environment. */
export type Environment = z.output<typeof environmentSchema>;

/** The environment is wrong; the message names every faulty variable and never a value, which may be a secret. */
export class EnvironmentError extends Error {}

/**
 * Reads the environment; an empty variable is as good as absent.
 *
 * @throws EnvironmentError that names all faulty variables at once.
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environmentSchema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `  ${name}: ${given[name] === undefined ? 'is not set, and is needed' : issue.message}`;
  });
  throw new EnvironmentError(`The configuration is wrong:\n${faults.join('\n')}`);
}
