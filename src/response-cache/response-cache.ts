import { type ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { ENVIRONMENT } from '../config/config.module.js';
import { type Environment } from '../config/environment.js';
import { ProblemError } from '../http/problems.js';
import { RequestAbandonedError } from '../http/request-context.js';
import { CacheVersions, type CachePolicy } from './dependencies.js';
import { VersionedCache } from './versioned-cache.js';
import { type RouteAccess } from '../auth/access.js';

/** How long after the start of a request equal requests may share its response. */
const shareMs = 1000;

/** Estimated bytes of an entry, apart from its texts. */
const entrySize = 500;

/** Estimated bytes of a ProblemError, with its stack trace. */
const problemSize = 2000;

/**
 * Caches responses in memory until a dependency changes (ADR 61). Equal requests of one client in flight share one response:
 *
 * | outcome | shared | stored |
 * | --- | --- | --- |
 * | 200, 204, 404 | yes | yes |
 * | 429, 5xx | yes | no |
 * | other 4xx, abandoned | no | no |
 */
@Injectable()
export class ResponseCache {
  readonly isOn: boolean;
  private readonly responses: VersionedCache<CachedResponse>;

  constructor(
    private readonly versions: CacheVersions,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'RESPONSE_CACHE_SIZE'>,
  ) {
    const { RESPONSE_CACHE_SIZE: size } = environment;
    this.isOn = size > 0;
    // A cache of one byte stores nothing.
    this.responses = new VersionedCache(versions, { maxSize: Math.max(1, size), sizeOf, isUsable: isValid });
  }

  /** Requests of routes with `@Cached`: served from memory, shared with an equal request in flight, computed. */
  get counts() {
    return this.responses.counts;
  }

  /** Estimated bytes of all entries. */
  get size(): number {
    return this.responses.size;
  }

  /** @returns the cached response if it is still valid. Computes nothing */
  peek(key: string): CachedResponse | undefined {
    return this.responses.peek(key);
  }

  /**
   * @param client the client of the request. Only requests of one client share a response in flight: the request of another client may
   *   wait in the queue of that client
   * @returns the cached response, that of an equal request in flight, or one that `compute` makes for this request
   */
  fetch(
    key: string,
    { client, policy, compute }: { client: string; policy: CachePolicy; compute: () => Promise<CachedResponse> },
  ): Promise<CachedResponse> {
    const request = {
      ...{ key, client, ...policy },
      shareMs: this.shareMsOf(policy),
      waitForShared,
      shouldStore: ({ isReusable }: CachedResponse) => isReusable,
    };
    return this.responses.fetch(request, compute);
  }

  /**
   * How long equal requests may share a request in flight. With unknown versions only searches are shared, which show changes with a
   * delay anyway. Rows of PostgreSQL are not: they may have been read before a change that the same client made.
   */
  private shareMsOf({ dependencies }: CachePolicy): number {
    const dependsOnIndexOnly = dependencies.every((dependency) => dependency === 'index');
    return dependsOnIndexOnly || this.versions.of(dependencies) !== undefined ? shareMs : 0;
  }
}

/**
 * Waits for the response of an equal request.
 *
 * @returns undefined if this request has to compute its own response: the other was abandoned, got a client error, or has a cursor, whose
 *   last page closes the point in time for all who read it
 * @throws the failure of the other request, if both share it
 */
async function waitForShared(pending: Promise<CachedResponse>): Promise<CachedResponse | undefined> {
  try {
    const response = await pending;
    return response.isReusable ? response : undefined;
  } catch (error) {
    if (isCheapClientError(error) || error instanceof RequestAbandonedError) return undefined;
    throw error;
  }
}

/** Whether its time has not passed. */
function isValid({ validUntil }: CachedResponse): boolean {
  return validUntil === undefined || Date.now() < validUntil;
}

/** Client errors are cheap to find again, and may set headers of their own. Only 429 is not: it comes after a wait. */
function isCheapClientError(error: unknown): boolean {
  return error instanceof ProblemError && error.status < 500 && error.status !== 429;
}

/** A character takes two bytes at most. */
function sizeOf({ body, headers, notFound }: CachedResponse, key: string): number {
  const fixed = entrySize + body.length + (notFound ? problemSize : 0);
  return [key, ...headers].reduce((sum, { length }) => sum + 2 * length, fixed);
}

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
  readonly isReusable: boolean;
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
