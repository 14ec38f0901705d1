import { type GenericContainer, type StartedTestContainer } from 'testcontainers';
import { setTimeout as delay } from 'node:timers/promises';
import { type RunningService } from './running-service.js';
import { storedSecret } from './stored-secret.js';

export interface ContainerOptions {
  readonly dataDir: string;
  readonly persistent: boolean;
}

/** Label with the volume that a container uses. */
const VOLUME = 'place-directory.volume';

/** Whether a container engine is running. The time limit is short, because every start without an engine waits for it. */
export async function isEngineRunning(): Promise<boolean> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const client = getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
  return Promise.race([client, delay(1_500, false, { ref: false })]);
}

export async function startPostgresContainer(options: ContainerOptions): Promise<RunningService> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  const container = new PostgreSqlContainer('postgres:18')
    .withDatabase('place_directory')
    .withUsername('postgres')
    .withPassword(storedSecret(options.dataDir, 'postgres.password'))
    .withEnvironment({ POSTGRES_INITDB_ARGS: '--locale=C --locale-provider=builtin --builtin-locale=C.UTF-8' })
    .withCommand(['postgres', '-c', 'max_connections=200', ...(options.persistent ? [] : ['-c', 'fsync=off'])]);
  await keepData(container, options, 'postgres', '/var/lib/postgresql');
  const started = await container.start();
  return service(started, started.getConnectionUri());
}

export async function startElasticsearchContainer(version: string, options: ContainerOptions): Promise<RunningService> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = new GenericContainer(`elasticsearch:${version}`)
    .withEnvironment({
      'discovery.type': 'single-node',
      'xpack.security.enabled': 'false',
      'cluster.routing.allocation.disk.threshold_enabled': 'false',
      ES_JAVA_OPTS: '-Xms512m -Xmx512m',
    })
    .withExposedPorts(9200)
    .withWaitStrategy(Wait.forHttp('/_cluster/health', 9200).forStatusCode(200))
    .withStartupTimeout(120_000);
  await keepData(container, options, 'elasticsearch', '/usr/share/elasticsearch/data');
  const started = await container.start();
  return service(started, `http://${started.getHost()}:${started.getMappedPort(9200)}`);
}

/** Keeps persistent data in a volume named after an id in the data folder. */
async function keepData(
  container: GenericContainer,
  options: ContainerOptions,
  name: string,
  target: string,
): Promise<void> {
  if (!options.persistent) return;
  const volume = `place-directory-${storedSecret(options.dataDir, 'volumes.id')}-${name}`;
  await removeContainerOf(volume);
  container.withLabels({ [VOLUME]: volume }).withBindMounts([{ source: volume, target, mode: 'rw' }]);
}

/** Removes the container of a killed run: two servers on one volume would corrupt the data. */
async function removeContainerOf(volume: string): Promise<void> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const { container: containers } = await getContainerRuntimeClient();
  const left = await containers.fetchByLabel(VOLUME, volume);
  if (!left) return;
  await containers.stop(left, { timeout: 10_000 });
  await containers.remove(left, { removeVolumes: true });
}

function service(container: StartedTestContainer, url: string): RunningService {
  return {
    url,
    exited: exited(container),
    stop: async () => {
      await container.stop({ timeout: 10_000 });
    },
    // Testcontainers removes the container when this process ends.
    kill: () => undefined,
  };
}

async function exited(container: StartedTestContainer): Promise<string> {
  const { getContainerRuntimeClient } = await import('testcontainers');
  const { container: containers } = await getContainerRuntimeClient();
  try {
    await containers.getById(container.getId()).wait();
  } catch {
    // The engine does not support waiting, or has stopped.
    return `Its container ${container.getName()} cannot be watched any more.`;
  }
  return `Its container ${container.getName()} has exited.`;
}
