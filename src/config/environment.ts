import { type z } from 'zod';
import { settings } from './settings.js';
import { trustsEverybody } from './values.js';

const trustsTooMany =
  'must not trust every address in production: callers could choose the address that failed attempts count for, and ' +
  'block others. Set the number of proxies, such as 1, or their networks, such as 10.0.0.0/8';

/** What `NODE_ENV` decides: the defaults of the last two, and whether every sender of `X-Forwarded-*` may be trusted. */
const environmentSchema = settings
  .refine(({ NODE_ENV, TRUST_PROXY }) => NODE_ENV !== 'production' || !trustsEverybody(TRUST_PROXY), {
    path: ['TRUST_PROXY'],
    error: trustsTooMany,
    // Also if another variable is wrong, so that all are named at once.
    when: () => true,
  })
  .transform((given) => ({
    ...given,
    ...(given.PUBLIC_URL !== undefined && { PUBLIC_URL: withBasePath(given.PUBLIC_URL, given.BASE_PATH) }),
    EXPLORE: given.EXPLORE ?? given.NODE_ENV !== 'production',
    EXPLORE_CLIENT_ID: given.EXPLORE_CLIENT_ID ?? (given.NODE_ENV === 'production' ? 'explore' : 'demo-explore'),
  }));

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
 * Parses environment variables. An empty variable counts as absent.
 *
 * @throws EnvironmentError that names all invalid variables
 */
export function readEnvironment(variables: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environmentSchema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return `  ${name}: ${given[name] === undefined ? 'is required' : issue.message}`;
  });
  throw new EnvironmentError(`The configuration is wrong:\n${faults.join('\n')}`);
}
