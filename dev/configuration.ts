import { EnvironmentError, readEnvironment } from '../src/config/environment.js';
import { StartFailure } from './services/start-failure.js';

/** Stand for the addresses that `npm start` finds later. */
const placeholders = { DATABASE_URL: 'postgres://127.0.0.1/found', ELASTICSEARCH_URL: 'http://127.0.0.1' };

/**
 * Validates the configuration of the service before the start.
 *
 * @throws StartFailure that names every invalid variable
 */
export function checkConfiguration(env: NodeJS.ProcessEnv): void {
  try {
    const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
    readEnvironment({ ...placeholders, ...given });
  } catch (error) {
    throw error instanceof EnvironmentError ? new StartFailure(error.message) : error;
  }
}
