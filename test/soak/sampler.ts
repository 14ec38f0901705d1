import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { runSql } from '../../dev/services/sql.js';
import { type LoadedService } from '../load/service.js';

/** The resources of the idle service. */
export interface Sample {
  /** Hours since the first sample. */
  at: number;
  /** Bytes after garbage collection, on the heap and external. */
  heap: number;
  rss: number;
  /** Without those of the load generator. */
  sockets: number;
  /** Connections to PostgreSQL. */
  backends: number;
}

/** Milliseconds after the last response. */
const pauseMs = 1000;

/** Takes samples of a service with `probe.mjs`. */
export class Sampler {
  private readonly began = performance.now();

  /** @param file the file of the probe */
  constructor(
    private readonly loaded: LoadedService,
    private readonly file: string,
  ) {}

  async take(): Promise<Sample> {
    await delay(pauseMs);
    const before = this.lines().length;
    this.loaded.replica.process.signal('SIGUSR2');
    while (this.lines().length === before) {
      this.loaded.abort.throwIfAborted();
      if (!this.loaded.replica.process.running)
        throw new Error(`The service has ended.\n${this.loaded.replica.process.logTail()}`);
      await delay(50);
    }
    const { heap, rss, sockets } = JSON.parse(this.lines().at(-1) ?? '{}') as Sample;
    return {
      at: (performance.now() - this.began) / 3_600_000,
      ...{ heap, rss },
      sockets: sockets - this.loaded.load.connections,
      backends: await this.backends(),
    };
  }

  private lines(): string[] {
    return existsSync(this.file) ? readFileSync(this.file, 'utf8').trimEnd().split('\n') : [];
  }

  private async backends(): Promise<number> {
    const [row] = await runSql<{ count: number }>(
      this.loaded.databaseUrl,
      "SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name LIKE 'place-directory %'",
    );
    return row?.count ?? 0;
  }
}
