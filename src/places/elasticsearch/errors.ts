import { errors } from '@elastic/elasticsearch';
import { RequestAbandonedError } from '../../http/request-context.js';

/** Whether Elasticsearch responded, and rejected this request: any 4xx, such as 429 for too much memory. */
export function isRequestFault(error: unknown): boolean {
  return error instanceof errors.ResponseError && (error.statusCode ?? 500) < 500;
}

/** Whether the search took longer than it may: Elasticsearch or the client gave up. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return /search_timeout_exception|Time exceeded/.test(error.message);
  return error instanceof errors.TimeoutError || error instanceof SearchTimedOutError;
}

/** Whether the caller gave up, not Elasticsearch: before the search was sent, or while it ran. */
export function isAborted(error: unknown): boolean {
  return error instanceof errors.RequestAbortedError || error instanceof RequestAbandonedError;
}

/** Elasticsearch found only a part of the places in the time that it had. */
export class SearchTimedOutError extends Error {}

export function isNotFound(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}

/** Whether the query has more clauses than Elasticsearch allows. Its analyzers can split a text that we count as one word. */
export function exceedsLimits(error: unknown): boolean {
  return error instanceof errors.ResponseError && /too many (nested )?clauses/.test(error.message);
}

/** Whether Elasticsearch rejects the request for good. A closed index answers 400 too, but may be opened again. */
export function isRejected(error: unknown): boolean {
  return (
    error instanceof errors.ResponseError &&
    error.statusCode === 400 &&
    !error.message.includes('index_closed_exception')
  );
}

/** Whether a later retry may succeed: Elasticsearch is away, slow or overloaded, or the index does not exist yet. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof errors.ResponseError) return error.statusCode === 429 || (error.statusCode ?? 500) >= 500;
  return error instanceof IndexUnavailableError || error instanceof errors.ElasticsearchClientError;
}

/** The index cannot take the operation now: Elasticsearch is overloaded, the index is missing, or another process builds one. */
export class IndexUnavailableError extends Error {}

/** An index has the name of the alias, so that no alias can have it: another program wrote to that name. */
export class AliasTakenError extends IndexUnavailableError {
  readonly remedy: string;

  constructor(alias: string) {
    const remedy = `If nothing else needs it, delete it: curl -X DELETE "$ELASTICSEARCH_URL/${alias}". The service then builds its index.`;
    super(`${alias} (ELASTICSEARCH_INDEX) is an index, not an alias. ${remedy}`);
    this.remedy = remedy;
  }
}
