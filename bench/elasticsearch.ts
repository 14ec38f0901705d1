import { StartFailure } from '../dev/services/start-failure.js';

/**
 * Sends a request to Elasticsearch. A text or buffer as body is lines of JSON.
 *
 * @throws StartFailure unless it succeeds
 */
export async function ask<T = unknown>(url: string, method = 'GET', body?: object | string): Promise<T> {
  const isLines = typeof body === 'string' || Buffer.isBuffer(body);
  const response = await fetch(url, {
    method,
    ...(body !== undefined && {
      headers: { 'Content-Type': isLines ? 'application/x-ndjson' : 'application/json' },
      body: isLines ? (body as string) : JSON.stringify(body),
    }),
  });
  if (!response.ok) throw new StartFailure(`Elasticsearch: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The lines of a bulk request. @param documents JSON texts */
export function bulkOf(documents: readonly { readonly id: string; readonly document: string }[]): string {
  return documents.map(({ id, document }) => `${JSON.stringify({ index: { _id: id } })}\n${document}\n`).join('');
}

/** Otherwise Elasticsearch merges segments while something is measured, and deleted documents count in the scores. */
export async function mergeSegments(index: string): Promise<void> {
  await ask(`${index}/_forcemerge?max_num_segments=1`, 'POST');
  // Otherwise the old segments count as well until the first search.
  await ask(`${index}/_refresh`, 'POST');
}

/** Bytes of an index. */
export async function indexSize(index: string): Promise<number> {
  const path = '_stats/store?filter_path=_all.primaries.store.size_in_bytes';
  const { _all } = await ask<{ _all: { primaries: { store: { size_in_bytes: number } } } }>(`${index}/${path}`);
  return _all.primaries.store.size_in_bytes;
}

/** Groups values into lists of at most `size`. */
export function* batches<T>(values: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const value of values) {
    if (batch.push(value) < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
