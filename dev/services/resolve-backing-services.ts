import { StartFailure } from './start-failure.js';

/** The one message for a machine on which a backing service has nowhere to run. */
export function nowhereToRun(missing: readonly string[]): StartFailure {
  return new StartFailure(
    [
      'PostgreSQL and Elasticsearch have to run somewhere, and nothing was found:',
      ...missing.map((reason) => `  - ${reason}`),
      'One of these three ways will do:',
      '  1. Servers that run already: their addresses in DATABASE_URL (postgres://user:password@host:5432/name)',
      '     and ELASTICSEARCH_URL (http://host:9200).',
      '  2. A container engine that answers, such as Docker or Podman: the rest is automatic.',
      '  3. A JDK of version 21 or newer (in JAVA_HOME, PATH or where the system keeps its JDKs) and Maven (mvn in PATH):',
      '     Elasticsearch then runs from its published jars, and PostgreSQL from the binaries that npm installed.',
    ].join('\n'),
  );
}
