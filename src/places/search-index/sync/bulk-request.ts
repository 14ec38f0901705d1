import { errors, type estypes } from '@elastic/elasticsearch';
import { type PlaceRecord } from '../../place-record.js';
import { indexDocument } from '../mapping/place-document.js';

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

/** States that go in one request, with the lines of that request for some indices. */
export interface BulkRequest {
  states: PlaceState[];
  operations: string[];
}

/** Bulk requests for these states, each serialised once and of bounded size. */
export function* bulkRequests(
  indices: readonly string[],
  version: number,
  states: readonly PlaceState[],
): Generator<BulkRequest> {
  let request: BulkRequest = { states: [], operations: [] };
  let size = 0;
  for (const state of states) {
    const document = state.record && JSON.stringify(indexDocument(state.record));
    for (const _index of indices) {
      // Should PostgreSQL crash right after drawing a number, it may draw it again: the later state has to win then.
      const target = { _index, _id: state.id, version, version_type: 'external_gte' };
      request.operations.push(JSON.stringify(document === undefined ? { delete: target } : { index: target }));
      if (document !== undefined) request.operations.push(document);
      size += document?.length ?? 0;
    }
    request.states.push(state);
    if (size < bulkRequestSize) continue;
    yield request;
    request = { states: [], operations: [] };
    size = 0;
  }
  if (request.states.length > 0) yield request;
}

/** What an item of a bulk answer says of its place: refused for good, or nothing to tell. */
export function toRefusal(item: estypes.BulkResponse['items'][number]): Refusal[] {
  const { _id, status, error } = item.index ?? item.delete ?? { status: 500 };
  // A place that is deleted need not be there; a version conflict says that a newer state is.
  if (error === undefined || status === 409) return [];
  const reason = error.caused_by?.reason ?? error.reason ?? `status ${status}`;
  // Too busy, no right to write, or the index is closed or gone: a matter of time, or for the keeper of the index.
  if ([401, 403, 404, 429].includes(status) || status >= 500 || error.type === 'index_closed_exception') {
    throw new IndexBusyError(`Elasticsearch could not take a place: ${reason}`);
  }
  return [{ id: _id ?? '', reason }];
}

/** Why a whole request was refused, where one place in it is to blame; undefined when it is not that. */
export function refusalOfRequest(error: unknown): string | undefined {
  if (!(error instanceof errors.ResponseError)) return undefined;
  return error.statusCode === 400 || error.statusCode === 413 ? error.message : undefined;
}

/** Whether it is a matter of time: Elasticsearch is away, slow, busy, or the index is about to be made. */
export function willPass(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return error.statusCode === 429 || (error.statusCode ?? 500) >= 500;
  return error instanceof IndexBusyError || error instanceof errors.ElasticsearchClientError;
}
