import { type Request } from 'express';
import { writeProblem } from '../http/problems/problem-writer.js';
import { ProblemError } from '../http/problems/problems.js';
import { type RequestContext } from '../http/pipeline/request-context.js';

/** That what was asked for does not exist, and how its callers are to be told. */
export interface Missing {
  readonly problem: ProblemError;
  readonly told: Pick<RequestContext, 'baseUrl' | 'format'>;
}

/** @returns undefined when something else went wrong */
export function missing(thrown: unknown, { context: { baseUrl, format } }: Request): Missing | undefined {
  if (!(thrown instanceof ProblemError) || thrown.status !== 404) return undefined;
  return { problem: thrown, told: { baseUrl, format } };
}

/** The body by which the caller with this request is told of it. */
export function writeMissing({ problem, told }: Missing, requestId: string): string {
  return writeProblem(problem, { ...told, id: requestId }).body;
}
