import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { StartFailure } from '../../dev/services/start-failure.js';
import { indexDocument } from '../../src/places/search-index/mapping/place-document.js';
import { indexDefinition } from '../../src/places/search-index/mapping/mapping.js';
import { type PlaceRecord } from '../../src/places/place.js';

/** Bytes of a request, and how many are on their way at a time: what Elasticsearch is quickest with on two processors. */
const requestSize = 1_000_000;
const inFlight = 2;

/**
 * Sends the documents of places to an index of the service's mapping, by nothing but `_bulk`: what any way into the
 * index can reach at best.
 *
 * @param most how many at most
 * @returns places per second, until they can be found
 */
export async function bareBulk(elasticsearchUrl: string, placesFile: string, most = Infinity): Promise<number> {
  const index = `${elasticsearchUrl}/bare-bulk`;
  await ask(index, 'PUT', JSON.stringify(indexDefinition()));
  try {
    // They are made beforehand: only Elasticsearch is measured.
    const { requests, count } = await requestsOf(placesFile, most);
    const began = performance.now();
    const send = async (): Promise<void> => {
      for (let body = requests.shift(); body !== undefined; body = requests.shift()) {
        const answer = (await ask(`${index}/_bulk?filter_path=errors`, 'POST', body)) as { errors: boolean };
        if (answer.errors) throw new StartFailure('Elasticsearch refuses a document.');
      }
    };
    await Promise.all(Array.from({ length: inFlight }, send));
    await ask(`${index}/_refresh`, 'POST');
    return (count * 1000) / (performance.now() - began);
  } finally {
    await ask(index, 'DELETE');
  }
}

async function requestsOf(placesFile: string, most: number): Promise<{ requests: Buffer[]; count: number }> {
  const requests: Buffer[] = [];
  let lines: string[] = [];
  let [size, count] = [0, 0];
  for await (const line of createInterface(createReadStream(placesFile))) {
    const record = { phones: [], categories: [], ...(JSON.parse(line) as Partial<PlaceRecord>) } as PlaceRecord;
    const document = JSON.stringify(indexDocument(record));
    lines.push(JSON.stringify({ index: { _id: record.id } }), document);
    size += document.length;
    count += 1;
    if (size >= requestSize || count === most) {
      requests.push(Buffer.from(`${lines.join('\n')}\n`));
      [lines, size] = [[], 0];
    }
    if (count === most) break;
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
