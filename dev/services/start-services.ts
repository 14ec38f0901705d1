import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { engineAnswers } from './containers.js';
import { elasticsearchWays } from './elasticsearch-strategies.js';
import { nowhereToRun } from './resolve-backing-services.js';
import { postgresWays } from './postgres-strategies.js';
import { StartFailure } from './start-failure.js';
import { type Report } from './step.js';
import { startBestWay, type WaysOptions } from './start-strategy.js';

export interface ServicesOptions {
  /** Holds everything: data, logs, passwords. Deleting it means a fresh start. */
  readonly dataDir: string;
  /** Where Elasticsearch's jars are kept; the data folder unless told otherwise. */
  readonly cacheDir?: string;
  /** Read for DATABASE_URL, ELASTICSEARCH_URL and for where a JDK and Maven are. */
  readonly env: NodeJS.ProcessEnv;
  readonly report: Report;
  /** Whether the data is kept for the next start (and so survives a crash), or is fresh each time. True by default. */
  readonly lasting?: boolean;
  /** Calls the start off: what runs already is stopped before the promise is rejected. */
  readonly abort?: AbortSignal;
}

export interface Services {
  readonly databaseUrl: string;
  readonly elasticsearchUrl: string;
  /** Aborted, with a `StartFailure` that tells of it, when one of them ends that nobody stopped. */
  readonly lost: AbortSignal;
  /** Stops what was started here, and leaves alone what was given. */
  stop(): Promise<void>;
  /** Ends it at once, for someone who does not want to wait. */
  kill(): void;
}

/**
 * Brings up PostgreSQL and Elasticsearch, each on its own: the one given by its address, else a container when an
 * engine answers, else embedded, which is the real server too, started from published binaries.
 *
 * @throws StartFailure when one of them has nowhere to run or does not start; then nothing is left running.
 */
export async function startServices(options: ServicesOptions): Promise<Services> {
  const { env, report, lasting = true, abort = new AbortController().signal } = options;
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const engine = env.DATABASE_URL && env.ELASTICSEARCH_URL ? false : await engineAnswers();
  const from: WaysOptions = {
    dataDir,
    cacheDir: resolve(options.cacheDir ?? dataDir),
    env,
    report,
    lasting,
    abort,
    engine,
  };

  const missing: string[] = [];
  const ways = [postgresWays(from, missing), elasticsearchWays(from, missing)];
  if (missing.length > 0) throw nowhereToRun(missing);

  const starts = await Promise.allSettled(ways.map((of) => startBestWay(of, report)));
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
      if (!stopping) loss.abort(new StartFailure(`${name} has ended by itself.\n${why}`));
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
