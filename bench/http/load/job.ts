import { type HttpRequest } from '../requests/http-request.js';

/** What the load generator keeps for later: where to ask, and what. */
export interface Preparation {
  readonly kind: 'prepare';
  readonly id: number;
  readonly url: string;
  readonly requests: readonly HttpRequest[];
  /** Positions in `requests`, in the order in which they are sent; absent: one after the other. */
  readonly order?: readonly number[];
  /** The status that every answer has. */
  readonly status: number;
}

/** A burst of requests, over connections that are kept. */
export interface Job {
  readonly kind: 'run';
  readonly id: number;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requests: number;
  /** Requests a second. */
  readonly throughput: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Answers of another status, and connections that failed. */
  readonly refused: number;
}
