import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { type DataSource, type EntityManager } from 'typeorm';
import { Client, errors, type estypes } from '@elastic/elasticsearch';
import { InjectBackground } from '../../database/data-source.js';
import { resendAfter } from '../elasticsearch/health.js';
import { IndexUnavailableError } from '../elasticsearch/unavailable.js';
import { type PlaceRecord } from '../place.js';
import { toPlaceDocument } from './document.js';

/** The external versions of documents in Elasticsearch. Owns the sequence `place_versions` (docs/adr/0003). */
@Injectable()
export class ExternalVersions {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /** Draws the version of all places that are read from now on. Higher than every version drawn before. */
  async next(manager: EntityManager = this.database.manager): Promise<number> {
    const [{ version } = { version: '0' }] = await manager.query<{ version: string }[]>(
      "SELECT nextval('place_versions') AS version",
    );
    return Number(version);
  }

  /**
   * Makes `next()` return versions above `indexed`, the version of a document in the index. Needed after PostgreSQL was
   * restored to an earlier time: the index holds higher versions than the sequence then.
   */
  async skipTo(indexed: number): Promise<void> {
    // Not setval(): it could undo a nextval() that runs at the same time.
    await this.database.query(
      `SELECT count(nextval('place_versions'))
       FROM generate_series(1, $1::bigint - (SELECT last_value FROM place_versions))`,
      [indexed],
    );
  }
}

export interface DeadLetter extends Rejection {
  rejectedAt: Date;
}

/**
 * The dead letters of the index sync: places that Elasticsearch rejected, with the reason. A dead letter is deleted when
 * a later state of its place is indexed. Owns the table `dead_letters`.
 */
@Injectable()
export class DeadLetters {
  constructor(@InjectBackground() private readonly database: DataSource) {}

  /**
   * Records the outcome of a batch.
   *
   * @param ids all places of the batch
   * @param rejections the places of the batch that Elasticsearch rejected
   */
  async record(
    ids: readonly string[],
    rejections: readonly Rejection[],
    manager: EntityManager = this.database.manager,
  ): Promise<void> {
    await manager.query('DELETE FROM dead_letters WHERE place_id = ANY($1)', [ids]);
    if (rejections.length === 0) return;
    await manager.query(
      `INSERT INTO dead_letters (place_id, reason) SELECT * FROM unnest($1::text[], $2::text[])
       ON CONFLICT (place_id) DO UPDATE SET reason = excluded.reason, rejected = now()`,
      [rejections.map(({ id }) => id), rejections.map(({ reason }) => reason)],
    );
  }

  /** The first 100 by identifier. */
  list(): Promise<DeadLetter[]> {
    return this.database.query(
      'SELECT place_id AS id, reason, rejected AS "rejectedAt" FROM dead_letters ORDER BY place_id LIMIT 100',
    );
  }

  /** The reasons by identifier, for those of the given places that are dead letters. */
  async reasons(ids: readonly string[]): Promise<Map<string, string>> {
    const statement = 'SELECT place_id AS id, reason FROM dead_letters WHERE place_id = ANY($1)';
    const rows = await this.database.query<Rejection[]>(statement, [ids]);
    return new Map(rows.map(({ id, reason }) => [id, reason]));
  }
}

const requestTimeoutMs = 15_000;

/** The check is sent again after this time: it finds out whether a connection still works, before the bulk request waits on it. */
const checkAgainAfterMs = 1000;

/** Writes states of places to Elasticsearch indices. */
@Injectable()
export class IndexWriter implements OnModuleDestroy {
  /** Aborts requests in flight when the process shuts down. Their changes are still in the outbox. */
  private readonly shutdown = new AbortController();

  constructor(private readonly client: Client) {}

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  /**
   * Writes states of places to all given indices.
   *
   * @param version the external version of these states: Elasticsearch never overwrites a state of a higher version
   * @returns the places that Elasticsearch rejected for good
   * @throws if Elasticsearch is away or overloaded: write the same states again later
   */
  async write(indices: readonly string[], version: number, states: readonly PlaceState[]): Promise<Rejection[]> {
    const rejections = await this.sendAll(indices, version, states);
    // A place that two indices reject counts once.
    return [...new Map(rejections.map((rejection) => [rejection.id, rejection])).values()];
  }

  private async sendAll(
    indices: readonly string[],
    version: number,
    states: readonly PlaceState[],
  ): Promise<Rejection[]> {
    const rejections: Rejection[] = [];
    for (const request of bulkRequests(indices, version, states))
      rejections.push(...(await this.send(request, indices, version)));
    return rejections;
  }

  private async send(request: BulkRequest, indices: readonly string[], version: number): Promise<Rejection[]> {
    const { states, operations } = request;
    await this.assertExist(indices);
    try {
      // An unfiltered response is nearly as long as the request.
      const bulk = { operations, filter_path: ['items.*._id', 'items.*.status', 'items.*.error'] };
      const { signal } = this.shutdown;
      const { items } = await this.client.bulk(bulk, { requestTimeout: requestTimeoutMs, signal });
      return items.flatMap(toRejections);
    } catch (error) {
      const reason = rejectionReason(error);
      if (reason === undefined) throw error;
      // One place can make Elasticsearch reject the whole request. Halving the request finds that place.
      const [state] = states;
      if (state && states.length === 1) return [{ id: state.id, reason }];
      const middle = Math.ceil(states.length / 2);
      const first = await this.sendAll(indices, version, states.slice(0, middle));
      return [...first, ...(await this.sendAll(indices, version, states.slice(middle)))];
    }
  }

  /** A bulk request would create a missing index, with a mapping that Elasticsearch guesses. */
  private async assertExist(indices: readonly string[]): Promise<void> {
    const { signal } = this.shutdown;
    const options = { ...resendAfter(checkAgainAfterMs), requestTimeout: requestTimeoutMs, signal };
    if (indices.length > 0 && (await this.client.indices.exists({ index: [...indices] }, options))) return;
    throw new IndexUnavailableError(`There is no index ${indices.join(', ')}`);
  }
}

/** The state of a place to be indexed. Without a record the place is deleted. */
interface PlaceState {
  id: string;
  record: PlaceRecord | undefined;
}

/** A place that Elasticsearch rejected for good, and why. */
interface Rejection {
  id: string;
  reason: string;
}

/** Bytes, roughly. Elasticsearch accepts up to 100 MB, and is fastest with a few MB. */
const bulkRequestSize = 5_000_000;

/** States that go into one bulk request, and the lines of its body. */
interface BulkRequest {
  states: PlaceState[];
  operations: string[];
}

/** Serialises the states into bulk requests of bounded size. Each state is written to all indices. */
function* bulkRequests(
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
function toRejections(item: estypes.BulkResponse['items'][number]): Rejection[] {
  const operation = item.index ?? item.delete;
  if (!operation) throw new Error(`The bulk response has an unexpected operation: ${Object.keys(item).join()}`);
  const { _id, status, error } = operation;
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
function rejectionReason(error: unknown): string | undefined {
  if (!(error instanceof errors.ResponseError)) return undefined;
  return error.statusCode === 400 || error.statusCode === 413 ? error.message : undefined;
}
