import { type ServerResponse } from 'node:http';
import { type Format } from '../response/format.js';
import { problemDocument, type ProblemError } from './problems.js';
import { shortProblem } from './problem-size.js';
import { type RequestContext } from '../pipeline/request-context.js';
import { PROBLEM_NAMESPACE, writeXml } from '../response/xml.js';

/** What has to be known of a request to tell it of a problem. */
type Told = Pick<RequestContext, 'id' | 'baseUrl' | 'format'>;

/** The headers of a problem whose body has this type; nobody may keep it. */
export function setProblemHeaders(response: ServerResponse, problem: ProblemError, type: string): void {
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(problem.extras.headers ?? {})) response.setHeader(name, value);
}

/** The type of a problem as a body in a format. */
export function problemType(format: Format): string {
  return `application/problem+${format}`;
}

/** A problem as a body in the format that was asked for, and the type of that. */
export function writeProblem(problem: ProblemError, { id, baseUrl, format }: Told): { type: string; body: string } {
  const document = shortProblem(problemDocument(problem, baseUrl, id), problem.extras.untold);
  const body = format === 'xml' ? writeXml('problem', document, PROBLEM_NAMESPACE) : JSON.stringify(document);
  return { type: problemType(format), body };
}
