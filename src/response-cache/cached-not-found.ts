import { type Request } from 'express';
import { writeProblem } from '../http/problems/problem-writer.js';
import { ProblemError } from '../http/problems/problems.js';
import { type RequestContext } from '../http/pipeline/request-context.js';

/** That what was asked for does not exist, and how its callers are to be told. */
export interface CachedNotFound {
  readonly problem: ProblemError;
  readonly told: Pick<RequestContext, 'baseUrl' | 'format'>;
}

/** @returns undefined when something else went wrong */
export function toCachedNotFound(
  thrown: unknown,
  { context: { baseUrl, format } }: Request,
): CachedNotFound | undefined {
  if (!(thrown instanceof ProblemError) || thrown.status !== 404) return undefined;
  return { problem: thrown, told: { baseUrl, format } };
}

/** The body by which the caller with this request is told of it. */
export function writeCachedNotFound({ problem, told }: CachedNotFound, requestId: string): string {
  return writeProblem(problem, { ...told, id: requestId }).body;
}
