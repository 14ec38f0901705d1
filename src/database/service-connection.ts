import { SelfClosingClient } from './self-closing-client.js';

/** Settings of `pg` for connections of the service. All times are in milliseconds, and shorter than callers wait. */
export const serviceConnection = {
  application_name: 'place-directory service',
  connectionTimeoutMillis: 1000,
  query_timeout: 1700,
  statement_timeout: 1500,
  Client: SelfClosingClient,
};
