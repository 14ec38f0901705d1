import { errors } from '@elastic/elasticsearch';

/** Whether the request is at fault, not Elasticsearch: any 4xx except 429. */
export function isRequestFault(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode !== 429 && (error.statusCode ?? 500) < 500;
}

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
