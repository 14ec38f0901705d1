import { type estypes } from '@elastic/elasticsearch';
import { type PlaceRecord } from '../place-record.js';
import { indexDocument } from './document.js';

/** A state of a place to be carried to the index: its record, or that it is gone. */
export interface PlaceState {
  id: string;
  record: PlaceRecord | undefined;
}

/** A place that Elasticsearch would not take, and why. */
export interface Refusal {
  id: string;
  reason: string;
}

/** What is asked of the index cannot be done now, and may be done later. */
export class IndexBusyError extends Error {}

/** Bytes, about: Elasticsearch takes requests of up to 100 MB, and is quickest with a few. */
const bulkRequestSize = 5_000_000;

/** The lines of bulk requests, serialised once, in portions. */
export function* bulkRequests(
  indices: readonly string[],
  version: number,
  states: readonly PlaceState[],
): Generator<string[]> {
  let lines: string[] = [];
  let size = 0;
  for (const { id: _id, record } of states) {
    const document = record && JSON.stringify(indexDocument(record));
    for (const _index of indices) {
      const target = { _index, _id, version, version_type: 'external' };
      lines.push(JSON.stringify(document === undefined ? { delete: target } : { index: target }));
      if (document !== undefined) lines.push(document);
      size += document?.length ?? 0;
    }
    if (size < bulkRequestSize) continue;
    yield lines;
    lines = [];
    size = 0;
  }
  if (lines.length > 0) yield lines;
}

/** What an item of a bulk answer says of its place: refused for good, or nothing to tell. */
export function toRefusal(item: estypes.BulkResponse['items'][number]): Refusal[] {
  const { _id, status, error } = item.index ?? item.delete ?? { status: 500 };
  // A place that is deleted need not be there; a version conflict says that a newer state is.
  if (error === undefined || status === 409) return [];
  const reason = error.caused_by?.reason ?? error.reason ?? `status ${status}`;
  // Too busy, or the index is gone: a matter of time, or for the keeper of the index.
  if (status === 404 || status === 429 || status >= 500) {
    throw new IndexBusyError(`Elasticsearch could not take a place: ${reason}`);
  }
  return [{ id: _id ?? '', reason }];
}
