import { elasticsearchStrategies } from './elasticsearch-strategies.js';
import { postgresStrategies } from './postgres-strategies.js';
import { StartFailure } from './start-failure.js';
import { type StartStrategy, type StrategyOptions } from './start-strategy.js';

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
