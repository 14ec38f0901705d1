import { type ServerResponse } from 'node:http';
import { type RouteAccess } from '../auth/access/access-decorator.js';
import { type ProblemError } from '../http/problems/problems.js';

/** A response as it is sent, and what is needed to send it again. */
export interface CachedResponse {
  /**
   * Names and values in turn, security and CORS headers included. Without the headers of a single request
   * (`X-Request-Id` and the like).
   */
  readonly headers: readonly string[];
  /** 200, 204 without a body, or 404. */
  readonly status: number;
  readonly body: Buffer;
  /** The path template of the route. */
  readonly route: string;
  readonly access: RouteAccess;
  /** Whether a user token may get another response, with private fields of its user. */
  readonly variesByUser: boolean;
  /** False for a page with a next cursor, which expires. */
  readonly isCacheable: boolean;
  /** When the response becomes wrong because time passes, in milliseconds since 1970. */
  readonly validUntil?: number;
  /** A 404 instead of a body. It is written for each request, because it contains the request's identifier. */
  readonly notFound?: ProblemError;
}

export function setCachedHeaders({ headers }: CachedResponse, response: ServerResponse): void {
  for (let index = 0; index < headers.length; index += 2) {
    response.setHeader(headers[index] ?? '', headers[index + 1] ?? '');
  }
}
