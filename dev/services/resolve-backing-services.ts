import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startElasticsearchContainer, startPostgresContainer } from './containers.js';
import { elasticsearchHome, elasticsearchVersion, layOutElasticsearchHome } from './elasticsearch-home.js';
import { archiveClasses, startEmbeddedElasticsearch } from './embedded-elasticsearch.js';
import { postgresPrograms, startEmbeddedPostgres } from './embedded-postgres.js';
import { findJdk, OLDEST_JDK, type Jdk } from './jdk.js';
import { StartFailure } from './start-failure.js';
import { existingServer, type StartStrategy, type StrategyOptions } from './start-strategy.js';
import { step } from './step.js';

/**
 * Finds out how PostgreSQL and Elasticsearch can be started on this machine, the preferred strategy first.
 *
 * @throws StartFailure if a service has no strategy
 */
export function resolveBackingServices(options: StrategyOptions): [StartStrategy[], StartStrategy[]] {
  const postgres = postgresStrategies(options);
  const elasticsearch = elasticsearchStrategies(options);
  const missing = [postgres, elasticsearch].filter((result) => typeof result === 'string');
  if (typeof postgres === 'string' || typeof elasticsearch === 'string') throw noBackingServices(missing);
  return [postgres, elasticsearch];
}

/** @param missing what each service lacks */
export function noBackingServices(missing: readonly string[]): StartFailure {
  return new StartFailure(
    [
      'PostgreSQL and Elasticsearch cannot be started:',
      ...missing.map((reason) => `  - ${reason}`),
      'Provide one of these:',
      '  1. Running servers: set DATABASE_URL (postgres://user:password@host:5432/name)',
      '     and ELASTICSEARCH_URL (http://host:9200).',
      '  2. A running container engine, such as Docker or Podman. Nothing else is needed.',
      '  3. A JDK of version 21 or newer (in JAVA_HOME, PATH or a standard folder) and Maven (mvn in PATH).',
      '     Elasticsearch then runs from its published jars, and PostgreSQL from the binaries that npm installed.',
    ].join('\n'),
  );
}

/** The strategies to start PostgreSQL here, the preferred one first; or what is missing. */
function postgresStrategies(options: StrategyOptions): StartStrategy[] | string {
  const { env, engine, dataDir, persistent, abort } = options;
  if (env.DATABASE_URL) return [existingServer('PostgreSQL', env.DATABASE_URL)];
  const strategies: StartStrategy[] = [];
  if (engine) {
    strategies.push({
      label: 'PostgreSQL 18 (container)',
      start: () => startPostgresContainer({ dataDir, persistent }),
    });
  }
  const programs = postgresPrograms();
  if (programs) {
    strategies.push({
      label: 'PostgreSQL 18 (embedded)',
      start: () => startEmbeddedPostgres(programs, dataDir, persistent, abort),
    });
  }
  if (strategies.length > 0) return strategies;
  return `PostgreSQL: no DATABASE_URL, no container engine, no embedded PostgreSQL for ${process.platform} ${process.arch}`;
}

/** The strategies to start Elasticsearch here, the preferred one first; or what is missing. */
function elasticsearchStrategies(options: StrategyOptions): StartStrategy[] | string {
  const { env, engine, dataDir, cacheDir, persistent } = options;
  if (env.ELASTICSEARCH_URL) return [existingServer('Elasticsearch', env.ELASTICSEARCH_URL)];
  const version = elasticsearchVersion();
  const strategies: StartStrategy[] = [];
  if (engine) {
    strategies.push({
      label: `Elasticsearch ${version} (container)`,
      start: () => startElasticsearchContainer(version, { dataDir, persistent }),
    });
  }
  const jdk = findJdk(env);
  const home = elasticsearchHome(cacheDir);
  const hasHome = existsSync(home) || onPath('mvn', env);
  if (jdk && hasHome) strategies.push(embedded(version, home, jdk, options));
  if (strategies.length > 0) return strategies;
  const lacks = jdk ? 'no Maven to fetch its jars' : `no JDK of version ${OLDEST_JDK} or newer`;
  return `Elasticsearch: no ELASTICSEARCH_URL, no container engine, ${lacks}`;
}

function embedded(version: string, home: string, jdk: Jdk, options: StrategyOptions): StartStrategy {
  const { dataDir, persistent, env, report, abort } = options;
  return {
    label: `Elasticsearch ${version} (embedded)`,
    start: async () => {
      if (!existsSync(home)) {
        report(`  Downloading Elasticsearch ${version}, once (${home})`);
        await step(report, `Elasticsearch ${version} installed`, () => layOutElasticsearchHome(home, jdk, abort));
      }
      await archiveClasses(home, jdk, abort);
      return startEmbeddedElasticsearch(home, jdk, dataDir, persistent, env, abort);
    },
  };
}

function onPath(program: string, env: NodeJS.ProcessEnv): boolean {
  return (env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}
