import { EnvironmentError, readEnvironment } from '../src/config/environment.js';
import { StartFailure } from './services/start-failure.js';

/** Addresses that `npm start` finds by itself when they are not given. */
const found = { DATABASE_URL: 'postgres://127.0.0.1/found', ELASTICSEARCH_URL: 'http://127.0.0.1' };

/**
 * Reads the service's configuration before anything is started, with the service's own rules.
 *
 * @throws StartFailure that names all faults at once
 */
export function checkConfiguration(env: NodeJS.ProcessEnv): void {
  try {
    const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
    readEnvironment({ ...found, ...given });
  } catch (error) {
    throw error instanceof EnvironmentError ? new StartFailure(error.message) : error;
  }
}
