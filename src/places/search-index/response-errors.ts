import { errors } from '@elastic/elasticsearch';

/** Elasticsearch is well when it says that a request is wrong. */
export function isFaultOfRequest(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode !== 429 && (error.statusCode ?? 500) < 500;
}

/** What was asked for is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof errors.ResponseError && error.statusCode === 404;
}

/** The words of a request come to more than the engine takes. It may part a text where we count one word. */
export function asksTooMuch(error: unknown): boolean {
  return error instanceof errors.ResponseError && /too many (nested )?clauses/.test(error.message);
}

/** Elasticsearch does not take the request, and will not at another time: one of a closed index it may. */
export function isRefused(error: unknown): boolean {
  return (
    error instanceof errors.ResponseError &&
    error.statusCode === 400 &&
    !error.message.includes('index_closed_exception')
  );
}
