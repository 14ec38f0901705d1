import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { isEngineRunning } from './containers.js';
import { resolveBackingServices } from './resolve-backing-services.js';
import { StartFailure } from './start-failure.js';
import { type Report } from './step.js';
import { startFirstWorking, type StrategyOptions } from './start-strategy.js';

export interface ServicesOptions {
  /** Folder for data, logs and passwords. Delete it for a fresh start. */
  readonly dataDir: string;
  /** Folder for Elasticsearch's jars. Default: `dataDir`. */
  readonly cacheDir?: string;
  /** Read for DATABASE_URL, ELASTICSEARCH_URL, JAVA_HOME and PATH. */
  readonly env: NodeJS.ProcessEnv;
  readonly report: Report;
  /** Whether data survives a crash and the next start. Default: true. */
  readonly persistent?: boolean;
  /** Cancels the start: started services are stopped before the promise rejects. */
  readonly abort?: AbortSignal;
}

export interface Services {
  readonly databaseUrl: string;
  readonly elasticsearchUrl: string;
  /** Aborts with a `StartFailure` if a service ends by itself. */
  readonly lost: AbortSignal;
  /** Stops the services that were started here, not existing servers. */
  stop(): Promise<void>;
  /** Kills them at once. */
  kill(): void;
}

/**
 * Starts PostgreSQL and Elasticsearch, each by the first working strategy: an existing server named by its URL, a container,
 * or embedded, which runs the real server from published binaries.
 *
 * @throws StartFailure if a service cannot be started; the other one is stopped then
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { env, report, persistent = true, abort = new AbortController().signal } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const engine = env.DATABASE_URL && env.ELASTICSEARCH_URL ? false : await isEngineRunning();
  const strategyOptions: StrategyOptions = {
    dataDir,
    cacheDir: resolve(options.cacheDir ?? dataDir),
    env,
    report,
    persistent,
    abort,
    engine,
  };

  const starts = await Promise.allSettled(
    resolveBackingServices(strategyOptions).map((strategies) => startFirstWorking(strategies, report)),
  );
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const loss = new AbortController();
  let stopping = false;
  const stop = async (): Promise<void> => {
    stopping = true;
    await Promise.all(running.map((service) => service.stop()));
  };
  const [postgres, elasticsearch] = running;
  if (!postgres || !elasticsearch || abort.aborted) {
    await stop();
    abort.throwIfAborted();
    throw starts.find((start) => start.status === 'rejected')?.reason;
  }
  for (const [name, { exited }] of Object.entries({ PostgreSQL: postgres, Elasticsearch: elasticsearch })) {
    void exited.then((why) => {
      if (!stopping) loss.abort(new StartFailure(`${name} has stopped unexpectedly.\n${why}`));
    });
  }
  return {
    lost: loss.signal,
    databaseUrl: postgres.url,
    elasticsearchUrl: elasticsearch.url,
    stop,
    kill: () => {
      stopping = true;
      for (const service of running) service.kill();
    },
  };
}
