import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nowhereToRun } from './resolve-backing-services.js';
import { startServices } from './start-services.js';
import { startBestWay, type Way } from './start-strategy.js';

const SERVICE = {
  url: 'http://container',
  exited: new Promise<string>(() => undefined),
  stop: () => Promise.resolve(),
  kill: () => undefined,
};

describe('the backing services', () => {
  it('are those whose addresses are given, and are not stopped with us', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'services-'));
    const lines: string[] = [];
    const env = { DATABASE_URL: 'postgres://database', ELASTICSEARCH_URL: 'http://search' };
    const services = await startServices({ dataDir, env, report: (line) => lines.push(line) });
    await services.stop();
    expect(services).toMatchObject({ databaseUrl: 'postgres://database', elasticsearchUrl: 'http://search' });
    expect(lines).toEqual([
      '  PostgreSQL (given) ....................... 0.0 s',
      '  Elasticsearch (given) .................... 0.0 s',
    ]);
    expect(readdirSync(dataDir)).toEqual([]);
    rmSync(dataDir, { recursive: true });
  });

  it('come in the next way when the best one does not work, and that is said', async () => {
    const lines: string[] = [];
    const ways: Way[] = [
      { label: 'PostgreSQL 18 (container)', start: () => Promise.reject(new Error('no such image')) },
      { label: 'PostgreSQL 18 (embedded)', start: () => Promise.resolve(SERVICE) },
    ];
    await expect(startBestWay(ways, (line) => lines.push(line))).resolves.toBe(SERVICE);
    expect(lines[0]).toBe('  PostgreSQL 18 (container) did not start: no such image');
  });

  it('are explained in one message when they have nowhere to run', () => {
    expect(nowhereToRun(['Elasticsearch: no JDK of version 21 or newer']).message).toBe(
      `PostgreSQL and Elasticsearch have to run somewhere, and nothing was found:
  - Elasticsearch: no JDK of version 21 or newer
One of these three ways will do:
  1. Servers that run already: their addresses in DATABASE_URL (postgres://user:password@host:5432/name)
     and ELASTICSEARCH_URL (http://host:9200).
  2. A container engine that answers, such as Docker or Podman: the rest is automatic.
  3. A JDK of version 21 or newer (in JAVA_HOME, PATH or where the system keeps its JDKs) and Maven (mvn in PATH):
     Elasticsearch then runs from its published jars, and PostgreSQL from the binaries that npm installed.`,
    );
  });
});
