import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { StartFailure } from '../../dev/services/start-failure.js';
import { toPlaceDocument } from '../../src/places/index/document.js';
import { indexDefinition } from '../../src/places/index/mapping.js';
import { type PlaceRecord } from '../../src/places/place.js';
import { BENCH_LANGUAGES } from '../servers.js';

/** Bytes per request, and concurrent requests: the fastest setting for Elasticsearch on two processors. */
const requestSize = 1_000_000;
const inFlight = 2;

/**
 * Indexes places with the mapping of the service by `_bulk` alone: the upper bound for any import.
 *
 * @param maxPlaces how many places to index
 * @returns places per second, until they are searchable
 */
export async function bareBulk(elasticsearchUrl: string, placesFile: string, maxPlaces = Infinity): Promise<number> {
  const index = `${elasticsearchUrl}/bare-bulk`;
  await ask(index, 'PUT', JSON.stringify(indexDefinition({ languages: BENCH_LANGUAGES })));
  try {
    // Built before the measurement, which covers only Elasticsearch.
    const { requests, count } = await requestsOf(placesFile, maxPlaces);
    const started = performance.now();
    const send = async (): Promise<void> => {
      for (let body = requests.shift(); body !== undefined; body = requests.shift()) {
        const response = (await ask(`${index}/_bulk?filter_path=errors`, 'POST', body)) as { errors: boolean };
        if (response.errors) throw new StartFailure('Elasticsearch rejects a document.');
      }
    };
    await Promise.all(Array.from({ length: inFlight }, send));
    await ask(`${index}/_refresh`, 'POST');
    return (count * 1000) / (performance.now() - started);
  } finally {
    await ask(index, 'DELETE');
  }
}

async function requestsOf(placesFile: string, maxPlaces: number): Promise<{ requests: Buffer[]; count: number }> {
  const requests: Buffer[] = [];
  let lines: string[] = [];
  let [size, count] = [0, 0];
  for await (const line of createInterface(createReadStream(placesFile))) {
    const record = { phones: [], categories: [], ...(JSON.parse(line) as Partial<PlaceRecord>) } as PlaceRecord;
    const document = JSON.stringify(toPlaceDocument(record));
    lines.push(JSON.stringify({ index: { _id: record.id } }), document);
    size += document.length;
    count += 1;
    if (size >= requestSize || count === maxPlaces) {
      requests.push(Buffer.from(`${lines.join('\n')}\n`));
      [lines, size] = [[], 0];
    }
    if (count === maxPlaces) break;
  }
  if (lines.length > 0) requests.push(Buffer.from(`${lines.join('\n')}\n`));
  return { requests, count };
}

async function ask(url: string, method: string, body?: string | Buffer): Promise<unknown> {
  const type = url.includes('_bulk') ? 'application/x-ndjson' : 'application/json';
  const headers = body === undefined ? {} : { 'Content-Type': type };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  if (!response.ok) throw new StartFailure(`Elasticsearch: ${await response.text()}`);
  return response.json();
}
