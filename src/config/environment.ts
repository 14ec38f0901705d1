import { type z } from 'zod';
import { settings } from './settings.js';

/** The defaults of the last two depend on `NODE_ENV`. */
const environmentSchema = settings.transform((given) => ({
  ...given,
  EXPLORE: given.EXPLORE ?? given.NODE_ENV !== 'production',
  EXPLORE_CLIENT_ID: given.EXPLORE_CLIENT_ID ?? (given.NODE_ENV === 'production' ? 'explore' : 'demo-explore'),
}));

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
