/** A command ends with status 1 once Elasticsearch or PostgreSQL has been silent for so long. */
export const commandSilenceMs = 5000;

/** The index cannot take the operation now: Elasticsearch is overloaded, the index is missing, or another process builds one. */
export class IndexUnavailableError extends Error {}
