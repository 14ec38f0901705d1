/** The index cannot take the operation now: Elasticsearch is overloaded, the index is missing, or another process builds one. */
export class IndexUnavailableError extends Error {}
