import { readdirSync } from 'node:fs';
import { useTemporaryFolder } from '../../test/support/use-temporary-folder.js';
import { noBackingServices } from './resolve-backing-services.js';
import { startServices } from './start-services.js';
import { startFirstWorking, type StartStrategy } from './start-strategy.js';

const SERVICE = {
  url: 'http://container',
  exited: new Promise<string>(() => undefined),
  stop: () => Promise.resolve(),
  kill: () => undefined,
};

describe('the backing services', () => {
  const dataDir = useTemporaryFolder();

  it('use existing servers and do not stop them', async () => {
    const lines: string[] = [];
    const env = { DATABASE_URL: 'postgres://database', ELASTICSEARCH_URL: 'http://search' };
    const services = await startServices({ dataDir, env, report: (line) => lines.push(line) });
    await services.stop();
    expect(services).toMatchObject({ databaseUrl: 'postgres://database', elasticsearchUrl: 'http://search' });
    expect(lines).toEqual([
      '  PostgreSQL (existing server) ............. 0.0 s',
      '  Elasticsearch (existing server) .......... 0.0 s',
    ]);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('use the next strategy if the first fails, and report that', async () => {
    const lines: string[] = [];
    const strategies: StartStrategy[] = [
      { label: 'PostgreSQL 18 (container)', start: () => Promise.reject(new Error('no such image')) },
      { label: 'PostgreSQL 18 (embedded)', start: () => Promise.resolve(SERVICE) },
    ];
    await expect(startFirstWorking(strategies, (line) => lines.push(line))).resolves.toBe(SERVICE);
    expect(lines[0]).toBe('  PostgreSQL 18 (container) did not start: no such image');
  });

  it('are explained in one message if there is no strategy', () => {
    expect(noBackingServices(['Elasticsearch: no JDK of version 21 or newer']).message).toBe(
      `PostgreSQL and Elasticsearch cannot be started:
  - Elasticsearch: no JDK of version 21 or newer
Provide one of these:
  1. Running servers: set DATABASE_URL (postgres://user:password@host:5432/name)
     and ELASTICSEARCH_URL (http://host:9200).
  2. A running container engine, such as Docker or Podman. Nothing else is needed.
  3. A JDK of version 21 or newer (in JAVA_HOME, PATH or a standard folder) and Maven (mvn in PATH).
     Elasticsearch then runs from its published jars, and PostgreSQL from the binaries that npm installed.`,
    );
  });
});
