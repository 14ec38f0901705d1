/** A request of the load generator. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request to the service, with a token. */
export function get(path: string, token: string): HttpRequest {
  return { method: 'GET', path, headers: { authorization: `Bearer ${token}` } };
}
