import { errors, type estypes } from '@elastic/elasticsearch';
import { type PlaceRecord } from '../../place.js';
import { IndexUnavailableError } from '../elasticsearch-errors.js';
import { toPlaceDocument } from '../mapping/place-document.js';

/** The state of a place to be indexed. Without a record the place is deleted. */
export interface PlaceState {
  id: string;
  record: PlaceRecord | undefined;
}

/** A place that Elasticsearch rejected for good, and why. */
export interface Rejection {
  id: string;
  reason: string;
}

/** Bytes, roughly. Elasticsearch accepts up to 100 MB, and is fastest with a few MB. */
const bulkRequestSize = 5_000_000;

/** States that go into one bulk request, and the lines of its body. */
export interface BulkRequest {
  states: PlaceState[];
  operations: string[];
}

/** Serialises the states into bulk requests of bounded size. Each state is written to all indices. */
export function* bulkRequests(
  indices: readonly string[],
  version: number,
  states: readonly PlaceState[],
): Generator<BulkRequest> {
  let request: BulkRequest = { states: [], operations: [] };
  let size = 0;
  for (const state of states) {
    const document = state.record && JSON.stringify(toPlaceDocument(state.record));
    for (const _index of indices) {
      // `gte`: after a crash PostgreSQL may draw a number twice. The later write replaces the earlier one then.
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

/**
 * Reads one item of a bulk response.
 *
 * @returns the rejection, or nothing if the index holds this state or a newer one
 * @throws IndexUnavailableError if a retry may succeed
 */
export function toRejections(item: estypes.BulkResponse['items'][number]): Rejection[] {
  const { _id, status, error } = item.index ?? item.delete ?? { status: 500 };
  // 409 is a version conflict: the index holds a newer state. A missing document that is deleted has no error.
  if (error === undefined || status === 409) return [];
  const reason = error.caused_by?.reason ?? error.reason ?? `status ${status}`;
  // Overload, missing privileges, or an index that is closed or gone: not the fault of the place.
  if ([401, 403, 404, 429].includes(status) || status >= 500 || error.type === 'index_closed_exception') {
    throw new IndexUnavailableError(`Elasticsearch could not index a place: ${reason}`);
  }
  return [{ id: _id ?? '', reason }];
}

/** Why Elasticsearch rejected a whole bulk request because of one place in it; undefined for any other error. */
export function rejectionReason(error: unknown): string | undefined {
  if (!(error instanceof errors.ResponseError)) return undefined;
  return error.statusCode === 400 || error.statusCode === 413 ? error.message : undefined;
}
