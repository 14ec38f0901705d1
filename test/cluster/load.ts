import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine } from '../../dev/run-program.js';
import { startOnFreePort } from '../../dev/service.js';
import { runSql } from '../../dev/services/sql.js';

const places = 2000;
const clients = 4;

export interface SearchCounts {
  successful: number;
  failed: number;
  /** Milliseconds. */
  slowest: number;
}

/** Starts a service over these servers, with some places and clients that search. */
export async function load(databaseUrl: string, elasticsearchUrl: string, folder: string, abort: AbortSignal) {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    ELASTICSEARCH_URL: elasticsearchUrl,
    ELASTICSEARCH_SHARDS: '3',
    LOG_LEVEL: 'warn',
  };
  const cli = commandLine({ env, abort });
  await cli('migrate');
  const insertPlaces = "INSERT INTO places (id, name) SELECT 'p' || n, 'Lugar ' || n FROM generate_series(1, $1) n";
  await runSql(databaseUrl, insertPlaces, [places]);
  // This command also indexes the places.
  await cli('seed', '--empty');
  const { service, url, token } = await startOnFreePort({ env, logFile: join(folder, 'service.log'), abort });

  // No two searches are equal, so each reaches Elasticsearch.
  let sent = 0;
  async function search(stop: AbortSignal): Promise<SearchCounts> {
    const counts = { successful: 0, failed: 0, slowest: 0 };
    const client = async (): Promise<void> => {
      while (!stop.aborted) {
        const began = performance.now();
        const path = `/v2/places?q=lugar&start=${sent % 1000}&fq=-id:none-${sent}`;
        sent += 1;
        const response = await fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });
        const { results } = (await response.json()) as { results?: { header: { found: number } } };
        counts.slowest = Math.max(counts.slowest, performance.now() - began);
        if (results?.header.found === places) counts.successful += 1;
        else {
          counts.failed += 1;
          // As `Retry-After` says.
          await delay(1000);
        }
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return counts;
  }
  return { search, stop: () => service.stop(10_000) };
}
