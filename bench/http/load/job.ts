import { type HttpRequest } from '../requests/http-request.js';

/** The server and requests of later jobs. */
export interface Preparation {
  readonly kind: 'prepare';
  readonly id: number;
  readonly url: string;
  readonly requests: readonly HttpRequest[];
  /** Positions in `requests`, in the order of sending. Absent: one after the other. */
  readonly order?: readonly number[];
  /** The expected status of every response. */
  readonly status: number;
}

/** A burst of requests over keep-alive connections. */
export interface Job {
  readonly kind: 'run';
  readonly id: number;
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  /** All responses, those included that came after the end. */
  readonly requests: number;
  /** Responses a second until the end. */
  readonly throughput: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Responses with another status, and failed connections. */
  readonly failed: number;
  /** Bytes of a response, head and body: the mean. */
  readonly bytes: number;
  /** Milliseconds of processor time that the load generator uses for a request. */
  readonly generator: number;
}
