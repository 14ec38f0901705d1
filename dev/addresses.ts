import { dataDirOf } from './data-dir.js';
import { runningInstance } from './services/data-dir-claim.js';
import { StartFailure } from './services/start-failure.js';

/** PostgreSQL and Elasticsearch belong together: an index holds the places of one database. */
interface Addresses {
  DATABASE_URL: string;
  ELASTICSEARCH_URL: string;
}

/** What the demonstration clients need, for `npm start` and the commands that use its servers. */
export const demonstrationSettings = { OLD_CLIENTS: 'password-grant' };

const names = ['DATABASE_URL', 'ELASTICSEARCH_URL'] as const;

/**
 * Adds the addresses and settings of the running `npm start` to the environment, unless both are set. Empty variables count as unset.
 *
 * @throws StartFailure if nothing runs, or if only one address is set and belongs to another server
 */
export function withAddresses(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const [missing, ...others] = names.filter((name) => !env[name]);
  if (missing === undefined) return env;
  const dataDir = dataDirOf(env);
  const running = addressesOf(dataDir);
  if (others.length === 0) {
    const given = missing === 'DATABASE_URL' ? 'ELASTICSEARCH_URL' : 'DATABASE_URL';
    if (running?.[given] !== env[given]) {
      throw new StartFailure(`${given} is set and ${missing} is not. Set both or neither.`);
    }
  }
  if (running === undefined) {
    throw new StartFailure(
      `No services run with the data folder ${dataDir}. Run npm start in another terminal, ` +
        'or set DATABASE_URL and ELASTICSEARCH_URL.',
    );
  }
  return { ...demonstrationSettings, ...env, ...running };
}

function addressesOf(dataDir: string): Addresses | undefined {
  const { databaseUrl, elasticsearchUrl } = runningInstance(dataDir) ?? {};
  return databaseUrl && elasticsearchUrl
    ? { DATABASE_URL: databaseUrl, ELASTICSEARCH_URL: elasticsearchUrl }
    : undefined;
}
