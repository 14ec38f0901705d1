import { isIP } from 'node:net';
import { z } from 'zod';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const url = (protocols: RegExp, shape: string) => z.url({ protocol: protocols, error: `must look like ${shape}` });

/** A whole number within limits, in plain decimal digits (so that `0x10` or `1e3` is no number). */
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const entries = (value: string): string[] =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Several addresses, separated by commas. */
const urls = (protocols: RegExp, shape: string) =>
  z
    .string()
    .transform(entries)
    .pipe(z.array(url(protocols, shape), { error: `must be addresses such as ${shape}` }));
/** `true`, `false`, a number of hops, or the addresses that Express' `trust proxy` takes. */
const trustProxy = z
  .string()
  .trim()
  .refine(
    (value) => /^(true|false|\d{1,3})$/.test(value) || entries(value).every(isProxy),
    'must be true, false, a number of hops, or addresses such as loopback, 10.0.0.0/8',
  )
  .transform((value) => {
    if (value === 'true' || value === 'false') return value === 'true';
    return /^\d+$/.test(value) ? Number(value) : entries(value).join(',');
  });

function isProxy(entry: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(entry)) return true;
  const [address = '', bits, ...more] = entry.split('/');
  const longest = isIP(address) === 6 ? 128 : 32;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

/** Origins as browsers send them (RFC 6454): scheme, host and port, nothing after. */
const origins = z
  .string()
  .transform(entries)
  .refine(
    (given) => given.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry),
    'must be origins such as https://app.example.org, separated by commas',
  );

/** A number of requests in a number of seconds. */
const quota = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,4}$/, 'must be requests and seconds, such as 1000/60')
  .transform((value) => {
    const [requests, seconds] = value.split('/').map(Number);
    return { requests: requests ?? 0, seconds: seconds ?? 0 };
  });

/**
 * The environment of the service: every variable with its rule and default. The README's table says the same.
 * Durations are milliseconds where the name says `_MS` or the comment says so, seconds otherwise.
 */
const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** The port of the interface; 0 takes a free one. */
  PORT: integer(0, 65_535).default(3000),
  /** A port of its own for health and metrics, which are not on the port of the interface then; 0 takes a free one. */
  ADMIN_PORT: integer(0, 65_535).optional(),
  /** Seconds between "not ready" and the last answer at SIGTERM, so that balancers look elsewhere meanwhile. */
  SHUTDOWN_DRAIN: integer(0, 15).default(4),
  /** Requests that are worked on at once; what comes beyond is turned away at once (503). */
  MAX_IN_FLIGHT: integer(1, 100_000).default(500),
  /** The address that callers see; links begin with it. Without it, links begin with the address of the request. */
  PUBLIC_URL: url(/^https?$/, 'https://places.example.org')
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  /** Whose `X-Forwarded-*` headers to believe. */
  TRUST_PROXY: trustProxy.default(false),
  DATABASE_URL: url(/^postgres(ql)?$/, 'postgres://user:password@host:5432/database'),
  /** Connections for requests; what is done beside them has three more. */
  DATABASE_POOL_SIZE: integer(4, 1000).default(10),
  /** Databases that follow the one of DATABASE_URL, for reading: what has just been written may be missing there. */
  DATABASE_REPLICA_URLS: urls(/^postgres(ql)?$/, 'postgres://user:password@host:5432/database').default([]),
  /** The nodes of one cluster; whichever answers is asked. */
  ELASTICSEARCH_URL: urls(/^https?$/, 'http://host:9200').refine(
    (given) => given.length > 0,
    'must look like http://host:9200',
  ),
  /** The alias that searches read; the indices behind it carry its name and a time. */
  ELASTICSEARCH_INDEX: z
    .string()
    .regex(/^[a-z][a-z0-9_.-]{0,99}$/, 'must be a lower-case index name')
    .default('places'),
  /** Parts that the index is cut into: fixed when it is made, so that `reindex` brings another number. */
  ELASTICSEARCH_SHARDS: integer(1, 1024).default(1),
  /** Further copies of each part, on other nodes; brought to a live index at the start. */
  ELASTICSEARCH_REPLICAS: integer(0, 100).default(1),
  /** Metres around `location.lat` and `location.lng` when the request names no radius. */
  SEARCH_DEFAULT_RADIUS: integer(1, 1_000_000).default(50_000),
  /** Milliseconds after which a search that Elasticsearch has not answered is given up. */
  SEARCH_TIMEOUT: integer(50, 60_000).default(2000),
  /** Seconds between two looks at whether the index has changed, until which answers serve; 0 keeps none of any kind. */
  SEARCH_CACHE_TTL: integer(0, 60).default(1),
  /** Bytes that kept answers may take, roughly. */
  SEARCH_CACHE_SIZE: integer(1_000_000, 10_000_000_000).default(64_000_000),
  /** Seconds that search results and lists may be reused by their caller. */
  CACHE_MAX_AGE: integer(0, 86_400).default(30),
  /** Seconds an access token lives. */
  ACCESS_TOKEN_TTL: integer(60, 31_536_000).default(3600),
  /** Seconds a refresh token lives; each use begins anew with the next one. */
  REFRESH_TOKEN_TTL: integer(60, 315_360_000).default(2_592_000),
  /** Seconds an authorization code lives. */
  AUTHORIZATION_CODE_TTL: integer(60, 600).default(300),
  /** Failed attempts under one client or user name from one address, after which the next ones are refused. */
  ATTEMPT_LIMIT: integer(1, 1_000_000).default(10),
  /** The same for one address under all names, and for one user name from all addresses. */
  ATTEMPT_LIMIT_TOTAL: integer(1, 1_000_000).default(100),
  /** Seconds after the first failure that attempts are counted anew. */
  ATTEMPT_WINDOW: integer(1, 86_400).default(300),
  /** Seconds a person stays signed in with a browser, on the pages where clients are allowed access. */
  SESSION_TTL: integer(60, 31_536_000).default(28_800),
  /** Seconds between two cleanings of expired tokens, by one of the replicas. */
  CLEANUP_INTERVAL: integer(1, 86_400).default(300),
  /** Looked-up tokens kept in memory. */
  TOKEN_CACHE_SIZE: integer(1, 1_000_000).default(10_000),
  /** Old clients of this interface send `?access_token=`; RFC 9700 advises against it. */
  ACCESS_TOKEN_IN_QUERY: flag.default(false),
  /** Old clients send client credentials in the query of the token endpoint. */
  OAUTH_QUERY_CREDENTIALS: flag.default(false),
  /** Origins that browsers may call from: exact, separated by commas. */
  CORS_ORIGINS: origins.default([]),
  /** What a client may ask with its application tokens; without one, as much as it likes. The same for the next two. */
  QUOTA_APPLICATION: quota.optional(),
  /** With user tokens, all its users together. */
  QUOTA_USER: quota.optional(),
  /** With tokens of a trusted client. */
  QUOTA_TRUSTED: quota.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The checked environment. */
export type Environment = z.output<typeof schema>;

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
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `  ${name}: ${given[name] === undefined ? 'is not set, and is needed' : issue.message}`;
  });
  throw new EnvironmentError(`The configuration is wrong:\n${faults.join('\n')}`);
}
