import { join } from 'node:path';
import { Client } from 'pg';
import { build } from '../../dev/build.js';
import { nodeCommand, runQuietly } from '../../dev/run-program.js';
import { demonstrationToken, startService } from '../../dev/service.js';
import { freePort } from '../../dev/services/free-port.js';

const places = 2000;
const askers = 4;

/** What searches came to. */
export interface Searched {
  answered: number;
  failed: number;
  /** Milliseconds. */
  slowest: number;
}

/** A service over these stores, with some places, and those who search it without pause. */
export async function load(databaseUrl: string, elasticsearchUrl: string, folder: string, abort: AbortSignal) {
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    ELASTICSEARCH_URL: elasticsearchUrl,
    ELASTICSEARCH_SHARDS: '3',
    // Every search is to be asked of Elasticsearch.
    RESPONSE_CACHE_SIZE: '0',
    LOG_LEVEL: 'warn',
  };
  await build((line) => void process.stdout.write(`${line}\n`), { env, abort });
  const cli = (...args: string[]): Promise<void> =>
    runQuietly(args.join(' '), nodeCommand('dist/cli/main.js', ...args), { env, abort });
  await cli('migrate');
  await insertPlaces(databaseUrl);
  // It carries the places as well.
  await cli('seed', '--empty');
  const port = await freePort();
  const service = await startService({ port, env, logFile: join(folder, 'service.log'), abort });
  const token = await demonstrationToken(port);

  async function search(over: AbortSignal): Promise<Searched> {
    const searched = { answered: 0, failed: 0, slowest: 0 };
    const ask = async (): Promise<void> => {
      while (!over.aborted) {
        const began = performance.now();
        const url = `http://localhost:${port}/v2/places?q=lugar&start=${searched.answered % 1000}`;
        const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
        const { results } = (await answer.json()) as { results?: { header: { found: number } } };
        searched.slowest = Math.max(searched.slowest, performance.now() - began);
        if (results?.header.found === places) searched.answered += 1;
        else searched.failed += 1;
      }
    };
    await Promise.all(Array.from({ length: askers }, ask));
    return searched;
  }
  return { search, stop: () => service.stop(10_000) };
}

async function insertPlaces(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("INSERT INTO places (id, name) SELECT 'p' || n, 'Lugar ' || n FROM generate_series(1, $1) n", [
    places,
  ]);
  await client.end();
}
