import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type LoadedService } from '../load/service.js';

/** What the service holds when it has nothing to do. */
export interface Sample {
  /** Hours since the first sample. */
  at: number;
  /** Bytes that are left after garbage was collected, on the heap and beside it. */
  kept: number;
  rss: number;
  /** Those of callers are left out. */
  sockets: number;
  /** Connections that PostgreSQL knows of. */
  backends: number;
}

/** Milliseconds after the last answer. */
const rest = 1000;

/** Takes samples of a service that `probe.mjs` was loaded into. */
export class Sampler {
  private readonly began = performance.now();

  /** @param file where the probe writes */
  constructor(
    private readonly loaded: LoadedService,
    private readonly file: string,
  ) {}

  async take(): Promise<Sample> {
    await delay(rest);
    const before = this.lines().length;
    this.loaded.service.signal('SIGUSR2');
    while (this.lines().length === before) {
      this.loaded.abort.throwIfAborted();
      if (!this.loaded.service.running) throw new Error(`The service has ended.\n${this.loaded.service.logTail()}`);
      await delay(50);
    }
    const { kept, rss, sockets } = JSON.parse(this.lines().at(-1) ?? '{}') as Sample;
    return {
      at: (performance.now() - this.began) / 3_600_000,
      ...{ kept, rss },
      sockets: sockets - this.loaded.callers.connections,
      backends: await this.backends(),
    };
  }

  private lines(): string[] {
    return existsSync(this.file) ? readFileSync(this.file, 'utf8').trimEnd().split('\n') : [];
  }

  private async backends(): Promise<number> {
    const client = new Client({ connectionString: this.loaded.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      "SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name LIKE 'place-directory %'",
    );
    await client.end();
    return rows[0]?.count ?? 0;
  }
}
