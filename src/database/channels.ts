// Channels of PostgreSQL's LISTEN and NOTIFY. The triggers in force are in `schema.sql`.

/**
 * The outbox `place_changes` has new rows. No payload.
 *
 * Notified by the functions `enqueue_*()`, which the triggers of `places`, `place_categories`, `categories` and `subcategories`
 * call (`schema.sql`). `IndexSyncWorker` listens.
 */
export const PLACE_CHANGE = 'place_change';

/**
 * A table has changed. The payload is the name of the table.
 *
 * Notified by the triggers `tell_change` (migration 1790000000041). `TableVersions` listens.
 */
export const TABLE_CHANGE = 'table_change';

/** The tables that have the trigger `tell_change`: `TABLE_CHANGE` reports their changes. A test compares PostgreSQL's triggers. */
export const notifyingTables = [
  'users',
  'follows',
  'checkins',
  'reviews',
  'places',
  'place_categories',
  'categories',
  'subcategories',
  'sources',
] as const;

export type NotifyingTable = (typeof notifyingTables)[number];

/**
 * Access tokens are no longer valid. The payload is the digest of one token in hexadecimal, or `all`.
 *
 * Notified by `notify_token_change()`, `notify_all_tokens()` and `end_access()`, which the triggers of
 * `access_tokens`, `clients` and `users` call (`schema.sql`). `TokenCache` listens.
 */
export const TOKEN_CHANGE = 'token_change';

/** Requests that a replica counted against quotas, as JSON. Notified and heard by `QuotaExchange` of each replica. */
export const QUOTA_SPENT = 'quota_spent';
