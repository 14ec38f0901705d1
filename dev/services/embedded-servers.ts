import { existsSync } from 'node:fs';
import { elasticsearchHome, layOutElasticsearchHome } from './elasticsearch-home.js';
import { postgresPrograms } from './embedded-postgres.js';
import { findJdk, type Jdk } from './jdk.js';
import { StartFailure } from './start-failure.js';

/** The installed programs of embedded PostgreSQL and Elasticsearch. */
export interface EmbeddedServers {
  readonly jdk: Jdk;
  /** The home folder of Elasticsearch. */
  readonly home: string;
  /** The folder with PostgreSQL's programs. */
  readonly programs: string;
}

/**
 * Finds the programs of embedded servers, and installs Elasticsearch if needed.
 *
 * @throws StartFailure if they cannot run here
 */
export async function findEmbeddedServers(cacheDir: string, abort: AbortSignal): Promise<EmbeddedServers> {
  const jdk = findJdk(process.env);
  const programs = postgresPrograms();
  if (!jdk || !programs) throw new StartFailure('Tests that kill servers need embedded servers: see README.');
  const home = elasticsearchHome(cacheDir);
  if (!existsSync(home)) await layOutElasticsearchHome(home, jdk, abort);
  return { jdk, home, programs };
}
