import { type z } from 'zod';
import { isLoopback, trustsEverybody } from './values.js';
import { settings } from './settings.js';

const trustsTooMany =
  'must not trust every address in production: callers could choose the address that failed attempts count for, and ' +
  'block others. Set the number of proxies, such as 1, or their networks, such as 10.0.0.0/8';

const isNotSecure =
  'must begin with https:// in production, because sign-in pages and cookies depend on it. http:// is allowed for ' +
  'localhost, 127.0.0.1 and [::1] only';

const isPlainIssuer =
  'must begin with https:// in production: who can change its responses could sign tokens. http:// is allowed for localhost, ' +
  '127.0.0.1 and [::1] only';

const noFreePort =
  'must not be 0 in production, because the health check and the load balancer need to know the port. Set 1 to 65,535';

/**
 * What depends on several settings. `NODE_ENV` decides some defaults, whether every sender of `X-Forwarded-*` may be trusted, and
 * that users sign in over TLS. The ports differ. An issuer has an audience.
 */
const environmentSchema = settings
  .superRefine(
    (given, context) => {
      const reject = (name: keyof typeof given, message: string): void => {
        context.addIssue({ code: 'custom', path: [name], message });
      };
      if (given.NODE_ENV === 'production') {
        if (trustsEverybody(given.TRUST_PROXY)) reject('TRUST_PROXY', trustsTooMany);
        if (isPlainRemote(given.PUBLIC_URL)) reject('PUBLIC_URL', isNotSecure);
        if (isPlainRemote(given.JWT_ISSUER)) reject('JWT_ISSUER', isPlainIssuer);
        for (const name of ['PORT', 'ADMIN_PORT'] as const) if (given[name] === 0) reject(name, noFreePort);
      }
      if (given.JWT_ISSUER !== undefined && given.JWT_AUDIENCE === undefined)
        reject('JWT_AUDIENCE', 'is required with JWT_ISSUER: the issuer also signs tokens for other services');
      if (given.JWT_ISSUER === undefined && (given.JWT_AUDIENCE !== undefined || !given.OAUTH_ENDPOINTS))
        reject('JWT_ISSUER', 'is required with JWT_AUDIENCE, and with OAUTH_ENDPOINTS=false');
      if (typeof given.ADMIN_PORT === 'number' && given.ADMIN_PORT !== 0 && given.ADMIN_PORT === given.PORT)
        reject('ADMIN_PORT', 'must not be PORT: leave it out to serve health on PORT, too');
    },
    // Also if another variable is wrong, so that all are named at once.
    { when: () => true },
  )
  .transform((given) => ({
    ...given,
    LISTEN_ADDRESS: listenAddress(given),
    ...(given.PUBLIC_URL !== undefined && { PUBLIC_URL: withBasePath(given.PUBLIC_URL, given.BASE_PATH) }),
    EXPLORE: given.EXPLORE ?? given.NODE_ENV !== 'production',
  }));

const publicUrlMissing =
  '  PUBLIC_URL: is required in production. Else each request would choose the host of links and of the OAuth issuer, ' +
  'and whether cookies are secure. Set the address that clients use, such as https://places.example.org';

/** @returns undefined for every address of the machine */
function listenAddress({ LISTEN_ADDRESS: given, NODE_ENV }: z.output<typeof settings>): string | undefined {
  const address = given ?? (NODE_ENV === 'production' ? 'all' : '127.0.0.1');
  return address === 'all' ? undefined : address;
}

/** `http` to another machine. Text that is not a URL has a fault of its own. */
function isPlainRemote(publicUrl: unknown): boolean {
  if (typeof publicUrl !== 'string' || !URL.canParse(publicUrl)) return false;
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'http:' && !isLoopback(hostname);
}

/** The address that links start with. It may name the base path already. */
function withBasePath(publicUrl: string, basePath: string): string {
  const address = publicUrl.replace(/\/$/, '');
  if (basePath === '') return publicUrl;
  return new URL(address).pathname.endsWith(basePath) ? address : `${address}${basePath}`;
}

/** The parsed environment variables. */
export type Environment = z.output<typeof environmentSchema>;

/** Environment variables are missing or invalid. The message names them, but no values: a value may be a secret. */
export class EnvironmentError extends Error {}

/**
 * Parses the environment variables of the service. An empty variable counts as absent.
 *
 * @throws EnvironmentError that names all invalid variables
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  return parse(variables, { servesClients: true });
}

/** As `readEnvironment`, for commands: they serve no clients, so they need no `PUBLIC_URL`. */
export function readCommandEnvironment(variables: NodeJS.ProcessEnv): Environment {
  return parse(variables, { servesClients: false });
}

function parse(variables: NodeJS.ProcessEnv, { servesClients }: { servesClients: boolean }): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environmentSchema.safeParse(given);
  const faults = (result.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0]);
    return `  ${name}: ${given[name] === undefined && issue.code !== 'custom' ? 'is required' : issue.message}`;
  });
  if (servesClients && given.NODE_ENV === 'production' && given.PUBLIC_URL === undefined) faults.push(publicUrlMissing);
  if (result.success && faults.length === 0) return result.data;
  throw new EnvironmentError(`The configuration is wrong:\n${faults.join('\n')}`);
}
