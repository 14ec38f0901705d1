import { dataHome } from './data-dir.js';
import { livingInstance } from './services/data-dir-claim.js';
import { StartFailure } from './services/start-failure.js';

/** The addresses of PostgreSQL and Elasticsearch, which belong together: an index is that of one database. */
interface Addresses {
  DATABASE_URL: string;
  ELASTICSEARCH_URL: string;
}

const names = ['DATABASE_URL', 'ELASTICSEARCH_URL'] as const;

/**
 * The environment with the addresses of the services: those that are given, or those of what runs with the data folder.
 * An empty variable is as good as absent.
 *
 * @throws StartFailure when neither is there, or when one is given that is not of what runs here
 */
export function withAddresses(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const [missing, ...others] = names.filter((name) => !env[name]);
  if (missing === undefined) return env;
  const dataDir = dataHome(env);
  const running = runningWith(dataDir);
  if (others.length === 0) {
    const given = missing === 'DATABASE_URL' ? 'ELASTICSEARCH_URL' : 'DATABASE_URL';
    if (running?.[given] !== env[given]) {
      throw new StartFailure(`${given} is set and ${missing} is not. Set both, or none of them.`);
    }
  }
  if (running === undefined) {
    throw new StartFailure(
      `Nothing runs with the data folder ${dataDir}. Start it with npm start in another terminal, ` +
        'or set DATABASE_URL and ELASTICSEARCH_URL.',
    );
  }
  return { ...env, ...running };
}

function runningWith(dataDir: string): Addresses | undefined {
  const { databaseUrl, elasticsearchUrl } = livingInstance(dataDir) ?? {};
  return databaseUrl && elasticsearchUrl
    ? { DATABASE_URL: databaseUrl, ELASTICSEARCH_URL: elasticsearchUrl }
    : undefined;
}
